import { expect, test } from 'vitest'
import { pastedMarkdown } from './pasted-html.ts'

test('text of Word keeps headings, bold words, lists with their levels, and tables', () => {
  const item = (level: number, marker: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>${text}<o:p></o:p></p>`
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p {margin:0} --></style></head><body>
<!--StartFragment--><h2>Fire drill<o:p></o:p></h2>
<p class=MsoNormal>Leave by the <b style='mso-bidi-font-weight:normal'>north</b> door.<o:p></o:p></p>
${item(1, '·', 'Take nothing')}${item(2, 'o', 'not even a bag')}${item(1, '·', 'Walk')}
<p class=MsoNormal>Then:</p>${item(1, '1.', 'Count')}${item(1, '2.', 'Report')}
<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Floor</b><o:p></o:p></p></td><td><p class=MsoNormal>Warden</p></td></tr>
<tr><td><p class=MsoNormal>1</p></td><td><p class=MsoNormal>Ada &amp; Ben</p></td></tr></table><!--EndFragment--></body></html>`
  expect(pastedMarkdown(html)).toBe(
    [
      '## Fire drill',
      'Leave by the **north** door.',
      '- Take nothing\n  - not even a bag\n- Walk',
      'Then:',
      '1. Count\n2. Report',
      '| **Floor** | Warden |\n| --- | --- |\n| 1 | Ada & Ben |',
    ].join('\n\n'),
  )
})

test('text of Google Docs is bold only where it is bold, and lists below an item stay below it', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h3 dir="ltr"><span
style="font-weight:400">Assembly point</span></h3><p dir="ltr"><span style="font-weight:700">Meet</span><span
style="font-weight:400;font-style:normal"> at the </span><a href="https://example.com/map" style="text-decoration:none"><span
style="text-decoration:underline">bike racks</span></a><span>.</span></p><ol><li dir="ltr"><p
role="presentation"><span>Count heads</span></p></li><ol><li><p><span>by team</span></p></li><li><p><span>by
floor</span></p></li></ol><li><p><span style="font-style:italic">Call</span></p></li></ol></b>`
  expect(pastedMarkdown(html)).toBe(
    [
      '### Assembly point',
      '**Meet** at the [bike racks](https://example.com/map).',
      '1. Count heads\n   1. by team\n   2. by floor\n2. *Call*',
    ].join('\n\n'),
  )
})

test('cells of a spreadsheet become a table; a single cell, plain text and code do not', () => {
  const cells = '<table><tr><td>Site</td><td>Days</td></tr><tr><td>Kobe</td><td>20</td></tr></table>'
  expect(pastedMarkdown(cells)).toBe('| Site | Days |\n| --- | --- |\n| Kobe | 20 |')
  expect(pastedMarkdown('<table><tr><td>20</td></tr></table>')).toBeUndefined()
  expect(pastedMarkdown('<span>Just words</span>')).toBeUndefined()
  expect(pastedMarkdown('<div style="white-space:pre"><span>const</span> a = 1</div>')).toBeUndefined()
})

test('scripts, unsafe links and pictures of other places are left out', () => {
  expect(
    pastedMarkdown('<p><script>alert(1)</script><a href="javascript:x()">a</a> <b>b</b><img src="file:///c.png"></p>'),
  ).toBe('a **b**')
})

test('markers of Markdown in the text stay text', () => {
  expect(pastedMarkdown('<p>2 * 3 * 4 and <b>x_y</b> &lt;tag&gt;</p>')).toMatch(
    /^2 \\\* 3 \\\* 4 and \*\*x_y\*\* (&lt;|\\<)tag/,
  )
})
