import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { renderNoteHtml } from './note-html.ts'

const markdown = new MarkdownIt({ html: true })

/** Removes whitespace and attributes that do not affect the rendered page. */
function normalizeHtml(html: string): string {
  return html
    .replaceAll(' />', '>')
    .replace(/ rel="[^"]*"/g, '')
    .replace(/>\s+/g, '>')
    .replace(/\s+</g, '<')
    .replace(/\s+/g, ' ')
}

describe('HTML becomes Markdown that renders to the same HTML', () => {
  const cases: Record<string, string> = {
    'headings and paragraphs': '<h1>One</h1><p>Two words.</p><h3>Three</h3><p>Four.</p>',
    emphasis: '<p>A <strong>bold</strong> and an <em>odd</em> and a <s>gone</s> word.</p>',
    'emphasis inside a word': '<p>un<em>believ</em>able</p>',
    'bold that ends in punctuation before a letter': '<p><strong>注意：</strong>文本</p>',
    'emphasis right beside emphasis': '<p><em>a</em><strong>b</strong></p>',
    'links with a title':
      '<p>See <a href="https://example.com/a_b?c=1&amp;d=2" title="The &quot;site&quot;">it</a>.</p>',
    'links with blanks and brackets in the address': '<p><a href="https://example.com/a(b)c">x</a></p>',
    'bold and odd words in one another': '<p><strong><em>a</em> b</strong> <em><strong>c</strong> d</em></p>',
    'a break at the end of bold words': '<p>a <strong>b</strong><br />c</p>',
    'a paragraph of dashes': '<p>--- ---</p>',
    'a link behind an exclamation mark': '<p>Hey!<a href="https://example.com/">x</a></p>',
    images: '<p><img src="https://example.com/a.png" alt="A [b]" /></p>',
    'a tight list': '<ul><li>one</li><li>two<ul><li>inner</li><li>other</li></ul></li><li>three</li></ul>',
    'a loose list': '<ul><li><p>one</p></li><li><p>two</p><p>more</p></li></ul>',
    'a numbered list that begins at five': '<ol start="5"><li>five</li><li>six</li></ol>',
    'two lists in a row': '<ul><li>a</li></ul><ul><li>b</li></ul>',
    'a quote with a list in it': '<blockquote><p>Said:</p><ul><li>a</li><li>b</li></ul></blockquote>',
    'code in a line': '<p>Type <code>a `b` c</code> now</p>',
    'a listing with backticks': '<pre><code class="language-ts">const a = `x`\n\n```\n  &lt;b&gt;\n</code></pre>',
    'a listing inside a list': '<ul><li><p>Run</p><pre><code>a\n  b\n</code></pre></li></ul>',
    'a table with alignment and a bar':
      '<table><thead><tr><th>A</th><th style="text-align:right">B</th></tr></thead><tbody><tr><td>x|y</td><td style="text-align:right"><code>p|q</code></td></tr></tbody></table>',
    'a line break': '<p>one<br />two</p>',
    'a rule': '<p>one</p><hr /><p>two</p>',
    'signs that mean something':
      '<p>1. not a list, *not* bold, # not a heading, [not] a link, &lt;b&gt;, &amp;amp;, a_b_c _d_</p>',
    'a line that looks like a list': '<p>- dash</p><p>3) three</p><p>+ plus</p><p># hash</p><p>&gt; more</p>',
    'a heading that ends in a hash': '<h2>C #</h2>',
    'inline html that markdown has no sign for': '<p>H<sub>2</sub>O and <kbd>Ctrl</kbd></p>',
  }
  for (const [name, html] of Object.entries(cases)) {
    it(name, () => {
      expect(normalizeHtml(markdown.render(htmlToMarkdown(renderNoteHtml({ content: html, type: 'html' }))))).toBe(
        normalizeHtml(html),
      )
    })
  }
})

describe('HTML becomes Markdown as people would write it', () => {
  const written: [string, string, string][] = [
    ['blanks at the edge of emphasis go outside', '<p>a<b> b </b>c</p>', 'a **b** c\n'],
    ['bold in bold is bold once', '<b>a <strong>b</strong></b>', '**a b**\n'],
    ['emphasis around blocks is put into each', '<b><p>a</p><p>b</p></b>', '**a**\n\n**b**\n'],
    ['a task list keeps its ticks', '<ul><li><input type="checkbox" checked> a</li></ul>', '- [x] a\n'],
    ['words with underscores stay readable', '<p>snake_case_name</p>', 'snake_case_name\n'],
    ['a break at the edge of a block is none', '<p><br>a<b>b<br></b></p>', 'a**b**\n'],
    ['an empty link leaves nothing', '<p>a<b><a href="https://x.y"></a></b></p>', 'a\n'],
    ['an empty item stays', '<ul><li></li><li>b</li></ul>', '-\n- b\n'],
    [
      'blocks in a cell are broken into lines',
      '<table><tr><td><p>a</p><p>b</p></td></tr></table>',
      '| a<br>b |\n| --- |\n',
    ],
    ['nothing is nothing', '<p> </p>', ''],
  ]
  for (const [name, html, expected] of written) {
    it(name, () => {
      expect(htmlToMarkdown(html)).toBe(expected)
    })
  }
})

describe('the HTML of notes', () => {
  it('contains no scripts, event handlers, frames or forms', () => {
    const html = renderNoteHtml({
      type: 'html',
      content: `<p onclick="x()" style="position:fixed">a<script>alert(1)</script><iframe src="x"></iframe></p>
        <a href="javascript:alert(1)">b</a><img src="data:image/svg+xml,x" onerror="x()"><form><input name="q">c</form>`,
    })
    expect(html).not.toMatch(/script|onclick|style|iframe|onerror|data:|form|<input/)
    expect(html).toContain('<p>a</p>')
  })

  it('is rendered from Markdown, and raw HTML in it is sanitized as well', () => {
    const html = renderNoteHtml({
      type: 'markdown',
      content: '# Hi\n\n[x](javascript:alert(1)) <b onclick="x()">b</b>',
    })
    expect(html).toContain('<h1>Hi</h1>')
    expect(html).toContain('<b>b</b>')
    expect(html).not.toMatch(/href|onclick/)
  })

  it('keeps the text of extreme nesting', () => {
    const deep = `${'<div>'.repeat(5000)}core${'</div>'.repeat(5000)}`
    const html = renderNoteHtml({ type: 'html', content: deep })
    expect(html).toContain('core')
    expect(htmlToMarkdown(html)).toBe('core\n')
  })
})

it('reads a cell with many line breaks in linear time', () => {
  expectLinearTime((breaks) => htmlToMarkdown(`<table><tr><th>a${breaks}b</th></tr></table>`), '<br>', 100_000)
})
