import { describe, expect, test } from 'vitest'
import { htmlToBlocks } from './html-blocks.ts'

function texts(html: string): string[] {
  return htmlToBlocks(html).map((block) => block.text)
}

test('blocks carry the path of their headings', () => {
  const blocks = htmlToBlocks('<p>top</p><h1>A</h1><p>a</p><h3>B</h3><p>b</p><h2>C</h2><p>c</p>')
  expect(blocks.map(({ kind, text, headingPath }) => [kind, text, headingPath])).toEqual([
    ['paragraph', 'top', []],
    ['heading', 'A', []],
    ['paragraph', 'a', ['A']],
    ['heading', 'B', ['A']],
    ['paragraph', 'b', ['A', 'B']],
    ['heading', 'C', ['A']],
    ['paragraph', 'c', ['A', 'C']],
  ])
})

test('inline tags are removed, entities decoded, whitespace collapsed', () => {
  expect(texts('<p>A <b>bo</b>ld\n   &amp; <i>&eacute;t&#233;</i>&nbsp;&copy;</p>')).toEqual(['A bold & été ©'])
})

test('a line break between ideographs is not a space', () => {
  expect(texts('<p>有給\n休暇 is\nleave</p>')).toEqual(['有給休暇 is leave'])
})

test('lines broken for display become one, sentences keep their lines', () => {
  expect(texts('<p>12 High Street <br> Leeds<br/>LS1 4AP</p>')).toEqual(['12 High Street, Leeds, LS1 4AP'])
  expect(texts('<p>Write to:<br>Acme Ltd,<br>Leeds</p>')).toEqual(['Write to: Acme Ltd, Leeds'])
  expect(texts('<p>From 9 to 5<br>The office is closed on Sundays.</p>')).toEqual([
    'From 9 to 5\nThe office is closed on Sundays.',
  ])
  expect(
    texts('<p>Please bring the signed form to the<br>office in Leeds before you leave.</p><p>tea<br>milk</p>'),
  ).toEqual(['Please bring the signed form to the office in Leeds before you leave.', 'tea, milk'])
  expect(texts('<p>One.<br><br>Two<br>Three</p>')).toEqual(['One.', 'Two, Three'])
  const lines = ['Ann Lee | Office', 'Leeds', 'Bank details → payroll', 'Parking? Ask Petra', 'Leeds']
  expect(texts(`<p>${lines.join('<br>')}</p>`)).toEqual([lines.join('\n')])
  const long = 'a line of prose that is too long to be one of the lines of an address'
  expect(texts(`<p>Note<br>${long}</p>`)).toEqual([`Note\n${long}`])
  expect(texts('<table><tr><th>Site<th>Address<tr><td>Leeds<td>12 High Street<br>LS1 4AP</table>')).toEqual([
    'Site: Leeds; Address: 12 High Street, LS1 4AP',
  ])
})

test('a block or run of blocks that directly repeats appears once', () => {
  expect(texts('<ul><li>Benefits<ul><li>Benefits<li>Leave</ul></ul><p>One.<p>One.')).toEqual([
    '- Benefits',
    '  - Leave',
    'One.',
  ])
  const page = '<h2>Hours</h2><p>We are open from nine to five.</p><ul><li>Closed on Sundays</ul>'
  expect(texts(`<div class="mobile">${page}</div><div class="desktop">${page}</div><p>End`)).toEqual([
    'Hours',
    'We are open from nine to five.',
    '- Closed on Sundays',
    'End',
  ])
  expect(texts('<ol><li>Wait<li>Restart<li>Wait<li>Restart</ol>')).toEqual([
    '1. Wait',
    '2. Restart',
    '3. Wait',
    '4. Restart',
  ])
  expect(texts('<pre>a</pre><pre>a</pre><h2>Same</h2><h2>Same</h2>')).toEqual(['a', 'a', 'Same', 'Same'])
})

test('the table of contents of a page is not text', () => {
  const contents = '<h2>Contents</h2><ul><li><a href="#a">Hours</a><ul><li><a href="#b">Sundays</a></ul></ul>'
  expect(texts(`${contents}<h2 id=a>Hours</h2><p>Nine to five.`)).toEqual(['Hours', 'Nine to five.'])
  expect(texts('<p>On this page:<ul><li><a href="#a">A</a><li><a href="#b">B</a></ul><p>Text')).toEqual(['Text'])
  expect(texts('<ul><li><a href="#a">A</a> explains it<li><a href="#b">B</a></ul>')).toEqual(['- A explains it', '- B'])
})

test('items made of links only are marked', () => {
  const blocks = htmlToBlocks('<ul><li><a href="/a">A</a> (<a href="/b">B</a>)<li><a href="/c">C</a> and more</ul>')
  expect(blocks.map(({ links }) => links)).toEqual(['elsewhere', undefined])
})

describe('tables', () => {
  test('each row names its columns', () => {
    const blocks = htmlToBlocks(
      '<table><tr><th>Region<th>Days<tr><td>EU<td>25<tr><td>US<td></table><table><tr><td>a<td>b</table>',
    )
    expect(blocks.map(({ text, row }) => [text, row?.cells, row?.header])).toEqual([
      ['Region: EU; Days: 25', 'EU | 25', 'Region | Days'],
      ['Region: US', 'US', 'Region | Days'],
      ['a: b', 'a | b', ''],
    ])
  })

  test('cells that span rows and columns are repeated where they belong', () => {
    const html = `<table><thead><tr><th rowspan=2>Name<th colspan=2>Leave<tr><th>Paid<th>Unpaid</thead>
      <tr><td rowspan="2">Ann</td><td>5</td><td>1</td></tr><tr><td>6</td><td>2</td></tr></table>`
    expect(texts(html)).toEqual([
      'Name: Ann; Leave Paid: 5; Leave Unpaid: 1',
      'Name: Ann; Leave Paid: 6; Leave Unpaid: 2',
    ])
  })

  test('the content of a cell stays in its row', () => {
    const html = '<table><tr><th>Who<th>What<tr><td><p>Ann</p><p>Lee</p><td><ul><li>runs<li>swims</ul></table>'
    expect(texts(html)).toEqual(['Who: Ann, Lee; What: runs, swims'])
  })

  test('a name across the first row is the title of the table, no name of its columns', () => {
    const rows = '<tr><th>Car<th>Fuel<th>Repairs<tr><td>LX21<td>1840<td>310'
    expect(texts(`<table><tr><th colspan=3>Costs 2024</th></tr>${rows}</table>`)).toEqual([
      'Costs 2024',
      'Car: LX21; Fuel: 1840; Repairs: 310',
    ])
  })

  test('the items of a cell are separated once, also where each is a sentence', () => {
    const cell = (...items: string[]) =>
      `<table><tr><td>E9<td><ul>${items.map((item) => `<li>${item}\n</li>`).join('\n')}`
    expect(texts(cell('paper', 'tape'))).toEqual(['E9: paper, tape'])
    expect(texts(cell('Switch it off.', 'Open the cover.'))).toEqual(['E9: Switch it off. Open the cover.'])
  })

  test('paragraphs of a cell stay apart, and a line in bold names what follows it', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`
    const html = `<table>${row('<p><b>Site</b></p>', '<b>Rules</b>')}
      ${row('Leeds', '<p>Mon to Fri 9 to 5</p><p>Sat closed</p>')}
      ${row('Kobe', '<p><b>Notice</b></p><p>Four weeks.</p><b>Form</b> In writing. <b>Keys</b> Ask Ann.')}
      ${row('Bonn', '<b>Alle</b> Mitarbeiter zahlen.<br><b>Keys</b> are with Ann.')}</table>`
    expect(texts(html)).toEqual([
      'Site: Leeds; Rules: Mon to Fri 9 to 5, Sat closed',
      'Site: Kobe; Rules: Notice: Four weeks. Form: In writing. Keys Ask Ann.',
      'Site: Bonn; Rules: Alle Mitarbeiter zahlen. Keys are with Ann.',
    ])
  })

  test.each([
    '<tr><th>Name<td>Ann<th>Phone<td>4477</tr><tr><th>Office<td>Leeds<th>Start<td>2 May</tr>',
    '<tr><td>Name:<td>Ann<td>Phone:<td>4477</tr><tr><td>Office:<td>Leeds<td>Start:<td>2 May</tr>',
  ])('names and values that alternate are read as pairs: %s', (rows) => {
    expect(texts(`<table>${rows}</table>`)).toEqual(['Name: Ann; Phone: 4477', 'Office: Leeds; Start: 2 May'])
  })

  test('a header that is a name with its value is no header', () => {
    const html =
      '<table><thead><tr><th>Owner:<th>Ann</thead><tr><td>Phone:<td>4477<tr><td>Mail:<td>ann@x.example</table>'
    expect(texts(html)).toEqual(['Owner: Ann', 'Phone: 4477', 'Mail: ann@x.example'])
  })

  test('a cell or name cannot be taken for several', () => {
    const html = `<table><tr><th>Who; when<th>Hours: 9:00 | late<tr><td>Ann; Bob<td>at 9: early; a | b</table>
      <table><tr><td>a | b<td>c</table>`
    expect(texts(html)).toEqual(['Who, when: Ann, Bob; Hours, 9.00 / late: at 9: early, a / b', 'a / b: c'])
  })

  test('a header that goes on in the row below it is one header', () => {
    const html = `<table><tr><th>Dose<th>Rate<th></tr><tr><td>(g)<td>(mm)<td>Cost</tr>
      <tr><td>low<td>1.5<td>2</tr><tr><td>high<td>0.5<td>3</tr></table>`
    expect(texts(html)).toEqual(['Dose (g): low; Rate (mm): 1.5; Cost: 2', 'Dose (g): high; Rate (mm): 0.5; Cost: 3'])
  })

  test('a row of words with an empty cell is no header if words follow', () => {
    const html = '<table><tr><th>Who<th>What</tr><tr><td>Ann<td></tr><tr><td>Bob<td>sails</tr></table>'
    expect(texts(html)).toEqual(['Who: Ann', 'Who: Bob; What: sails'])
  })

  test('a name across the table belongs to each row below it', () => {
    const html = `<table><tr><th>Item<th>Price<th>Unit</tr><tr><td colspan=3>Drinks</tr><tr><td>Water<td>1<td>bottle</tr>
      <tr><td colspan=3>Food</tr><tr><td>Soup<td>4<td>bowl</tr><tr><td>Salad<td>5<td>plate</tr>
      <tr><td colspan=3>All prices are in euros.</tr></table>`
    expect(htmlToBlocks(html).map(({ text, row }) => [text, row?.cells])).toEqual([
      ['Drinks; Item: Water; Price: 1; Unit: bottle', 'Drinks | Water | 1 | bottle'],
      ['Food; Item: Soup; Price: 4; Unit: bowl', 'Food | Soup | 4 | bowl'],
      ['Food; Item: Salad; Price: 5; Unit: plate', 'Food | Salad | 5 | plate'],
      ['All prices are in euros.', 'All prices are in euros.'],
    ])
    const corner = `<table><tr><th><th>Kiel<th>Ulm</tr><tr><td colspan=3>Services</tr><tr><td>Parking<td>yes<td>no</tr>
      <tr><td colspan=3>Contacts</tr></table>`
    expect(texts(corner)).toEqual(['Services, Parking; Kiel: yes; Ulm: no', 'Contacts'])
  })

  test('a name in the first cell alone is no header', () => {
    const html = `<table><tr><th>Item<th>Price<th>Weight</tr><tr><td>Drinks<td><td></tr><tr><td>Water<td>1<td>2</tr></table>`
    expect(texts(html)).toEqual(['Item: Drinks', 'Item: Water; Price: 1; Weight: 2'])
  })

  test('a title inside of a header is the heading of the rows', () => {
    const html = `<table><tr><th>State<th><th><th><th>Checks in November 2015 by<th><th><th></tr>
      <tr><td><td>Permit<td>Long<td>Short<td>Admin<td>Sold<td>Lost<td>All</tr>
      <tr><td>Ohio<td>1<td>2<td>3<td>4<td>5<td>6<td>7</tr></table>`
    expect(texts(html)).toEqual([
      'Checks in November 2015 by',
      'State: Ohio; Permit: 1; Long: 2; Short: 3; Admin: 4; Sold: 5; Lost: 6; All: 7',
    ])
  })

  test('a layout table is read as plain paragraphs', () => {
    const html = '<table><tr><td><h2>News</h2><p>one</p><p>two</p><td><table><tr><th>A<tr><td>1</table></table><p>end'
    expect(texts(html)).toEqual(['News', 'one', 'two', 'A: 1', 'end'])
  })

  test('a table with a header only is kept', () => {
    expect(texts('<table><tr><th>A<th>B</table>')).toEqual(['A | B'])
  })
})

test('lists keep markers and nesting', () => {
  const html = `<ul><li>one<ol start=3><li>three<li>four<p>more</ol><li>two<br>lines</ul>`
  expect(texts(html)).toEqual(['- one', '  3. three', '  4. four: more', '- two, lines'])
})

test('a list item with several paragraphs stays one line, unless it is long', () => {
  const long = 'This sentence explains the step in every detail that anybody could ask for. '.repeat(6).trim()
  expect(texts(`<ol><li><p>Open it.<p>Then<br>wait.<li><p>Close it<p>${long}</ol>`)).toEqual([
    '1. Open it. Then, wait.',
    '2. Close it',
    `  ${long}`,
  ])
})

test('preformatted text is kept to the letter', () => {
  expect(htmlToBlocks('<pre><code>\nif (a)\n    b  &lt; c\n</code></pre>')).toEqual([
    { kind: 'code', text: 'if (a)\n    b  < c', headingPath: [] },
  ])
})

test('a term and its meanings are read together', () => {
  expect(texts('<dl><dt>API<dd>an interface<dt>SDK</dt><dt>Kit</dt><dd>a kit</dd><dt>Last</dt></dl>')).toEqual([
    'API: an interface',
    'SDK, Kit: a kit',
    'Last',
  ])
})

test('links are read as their text, images as their alternative text, addresses only without a text', () => {
  const html = 'See <a href="https://a.example/x">the page</a>, <a href="https://b.example"></a><a href="#top"></a>'
  expect(texts(`${html} and <img alt="a chart">.`)).toEqual(['See the page, https://b.example and a chart.'])
})

test('hidden text is not read', () => {
  const hidden = `<head><title>T</title><style>p{}</style></head><script>x</script><template><p>t</p></template>
    <noscript>n</noscript><!-- c --><div hidden>h <div>h</div> h</div><span style="display: none">s</span>
    <a aria-hidden="true">#</a><svg><text>v</text></svg>`
  expect(texts(`${hidden}<p>seen<p hidden>not<p>seen too`)).toEqual(['seen', 'seen too'])
})

test.each([
  'font-size:0',
  'font-size: 0px; color: red',
  'opacity: 0',
  'OPACITY:0.0',
  'color: transparent',
  'position:absolute;left:-9999px',
  'text-indent: -10000px',
  'visibility: collapse',
])('text hidden by the style "%s" is not read', (style) => {
  expect(texts(`<p>seen</p><p style="${style}">not</p><p>seen too</p>`)).toEqual(['seen', 'seen too'])
})

test('text with its own font size is read inside a cell of font size zero, as in mail layouts', () => {
  const mail =
    '<table><tr><td style="font-size:0px;padding:10px"><div style="font-size:13px">seen</div></td></tr></table>'
  expect(texts(mail)).toEqual(['seen'])
})

test.each([
  'font-size: 0.8em',
  'opacity: 0.5',
  'background-color: transparent',
  'margin-left: -10px',
  'left: -1px',
  'min-font-size: 0',
])('text with the style "%s" is visible and read', (style) => {
  expect(texts(`<p style="${style}">seen</p>`)).toEqual(['seen'])
})

test.each([
  '<s>40</s>',
  '<del>40</del>',
  '<strike>40</strike>',
  '<span style="text-decoration: line-through">40</span>',
])('struck out text no longer holds and is not read: %s', (struck) => {
  expect(texts(`<p>The fee is ${struck} 55 euros ${struck}.</p>`)).toEqual(['The fee is 55 euros.'])
})

test('text is struck out by the style sheet of the page, too', () => {
  const css =
    '@import url(https://fonts.test/css?a=b);.c1,.c2{color:#000}.c5,p.c6{text-decoration:line-through}.c7{text-decoration:none}'
  const page =
    '<p class="c1"><span class="c2">The fee is </span><span class="c2 c5">40</span><span class="c7"> 55 euros.</span></p>'
  const after = '<p class="c6">Cash is taken.</p><p class="c5 c7">Ask Ann.</p><li class="x-c5">Or Ben.</li>'
  expect(texts(`<style type="text/css"><!-- ${css} --></style>${page}${after}`)).toEqual([
    'The fee is 55 euros.',
    'Ask Ann.',
    '- Or Ben.',
  ])
  const ownStyle = '<p class="c5" style="text-decoration:none">one</p><p class="c5">two</p>'
  expect(texts(`<style>.c5{text-decoration:line-through</style>${ownStyle}`)).toEqual(['one'])
})

test('struck out items, rows and paragraphs are left out, and what follows is read', () => {
  expect(texts('<ul><li><s>one</s></li><li>two</li></ul><del><p>three</p><p>four</p></del><p>five</p>')).toEqual([
    '- two',
    'five',
  ])
  const table = '<tr><th>Room</th><th>Seats</th></tr><tr><td>Mars</td><td><s>8 <b>or</b> 9</s> 12</td></tr>'
  expect(texts(`<table>${table}</table>`)).toEqual(['Room: Mars; Seats: 12'])
})

test('a mark of struck out text that is never closed ends with its block', () => {
  expect(texts('<p>one <s>two</p><p>three</p>')).toEqual(['one', 'three'])
  expect(texts('<ul><li>one <del>two<li>three</ul><p>four')).toEqual(['- one', '- three', 'four'])
  expect(texts('<p style="text-decoration:line-through">one<p>two')).toEqual(['two'])
})

test('the pronunciation beside Japanese words is not read, also where it is not closed', () => {
  const ruby = '<ruby>会議<rp>(</rp><rt>かいぎ</rt><rp>)</rp>室<rt>しつ</rt></ruby>'
  expect(texts(`<p>${ruby}は<ruby>火曜日<rt>かようび</ruby>に閉まります。</p>`)).toEqual([
    '会議室は火曜日に閉まります。',
  ])
})

test('formulas in MathML are read once, with fractions and powers', () => {
  const tex = '<annotation encoding="application/x-tex">B = \\frac{R}{200}</annotation>'
  const fraction = '<mi>B</mi><mo>=</mo><mfrac><mi>R</mi><mn>200</mn></mfrac>'
  expect(texts(`<p>It is <math><semantics><mrow>${fraction}</mrow>${tex}</semantics></math>, at most.</p>`)).toEqual([
    'It is B = R/200, at most.',
  ])
  const nested = '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msqrt><mn>2</mn></msqrt></mfrac>'
  const power =
    '<msup><mi>f</mi><mn>2</mn></msup><msub><mi>x</mi><mi>i</mi></msub><msubsup><mi>y</mi><mn>1</mn><mn>3</mn></msubsup>'
  expect(texts(`<math>${nested}</math> and <math>${power}</math>`)).toEqual(['(a+b)/√2 and f^2x_iy_1^3'])
  expect(
    texts(
      '<math><mfrac><mn>1</mn></math> of <mi>all</mi></mfrac> people<p><math><mo>(</mo><mtext>no formula</mtext><mo>)</mo> <p>2',
    ),
  ).toEqual(['1 of all people', '( no formula )', '2'])
})

describe('pages in the storage format of Confluence', () => {
  const macro = (name: string, body: string) =>
    `<ac:structured-macro ac:name="${name}" ac:schema-version="1"><ac:parameter ac:name="colour">Red</ac:parameter>${body}</ac:structured-macro>`
  const title = (text: string) => `<ac:parameter ac:name="title">${text}</ac:parameter>`

  test('show titles, texts and code of macros, not their other settings', () => {
    const body = (text: string) => `<ac:rich-text-body>${text}</ac:rich-text-body>`
    const code = '<ac:plain-text-body><![CDATA[run <job>\n  --now]]></ac:plain-text-body>'
    expect(
      texts(
        `Read this.${macro('expand', title('How do I restart?') + body(`<p>Log in:</p>${macro('code', code)}`))}` +
          `<ac:structured-macro ac:name="toc"><ac:parameter ac:name="x" /></ac:structured-macro>Then wait. <ac:emoticon ac:name="tick" /> Done.`,
      ),
    ).toEqual(['Read this.', 'How do I restart?', 'Log in:', 'run <job>\n  --now', 'Then wait. Done.'])
    expect(texts(`<p>Shop ${macro('status', title('RETIRED'))} since May.</p>`)).toEqual(['Shop RETIRED since May.'])
  })

  test('keep tasks apart, and show links and dates without text', () => {
    const task = (body: string) =>
      `<ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>`
    const link = (body: string) => `<ac:link><ri:page ri:content-title="Backups" />${body}</ac:link>`
    const text = '<ac:plain-text-link-body><![CDATA[this page]]></ac:plain-text-link-body>'
    expect(
      texts(
        `<ac:task-list>${task('<span>Renew it</span>')}${task('Move by <time datetime="2027-02-15" /> at last')}</ac:task-list>` +
          `<p>See ${link('')} and ${link(text)}, since <time datetime="2026-01-01">January</time>.</p>`,
      ),
    ).toEqual(['- Renew it', '- Move by 2027-02-15 at last', 'See Backups and this page, since January.'])
  })
})

test('powers do not become other numbers', () => {
  expect(texts('<p>10<sup>6</sup> m<sup>2</sup> claim<sup>1</sup></p>')).toEqual(['10^6 m2 claim 1'])
})

test('terms keep one colon, and each meaning has its term', () => {
  expect(
    texts(
      '<dl><div><dt>Lead:</dt><dd>Ann</dd></div><dt>Emergency:<dd>Phone 112<dd><p>9999 inside</p><p>at night</p></dl>',
    ),
  ).toEqual(['Lead: Ann', 'Emergency: Phone 112', 'Emergency: 9999 inside', 'at night'])
})

test('details, quotes and figures are blocks of their own', () => {
  const blocks = htmlToBlocks('<details><summary>Q</summary>A</details><blockquote>q</blockquote><figcaption>f')
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ['paragraph', 'Q'],
    ['paragraph', 'A'],
    ['quote', 'q'],
    ['paragraph', 'f'],
  ])
})

test('a first row in bold names the columns', () => {
  const rows = '<tr><td>Mars<td>8<tr><td>Venus<td>12'
  const named = ['Room: Mars; Seats: 8', 'Room: Venus; Seats: 12']
  for (const header of [
    '<tr><td><strong>Room</strong></td><td><p><b>Seats</b></p></td></tr>',
    '<tr style="color:red"><td style="font-weight:700">Room<td style="font-weight:bold">Seats',
    '<style>.h{font-weight:bold}</style><tr><td class="h">Room<td class="h">Seats',
  ])
    expect(texts(`<table>${header}${rows}</table>`), header).toEqual(named)
  expect(texts(`<table><tr><td><td><b>Seats</b></tr>${rows}</table>`)).toEqual(['Mars; Seats: 8', 'Venus; Seats: 12'])
  expect(texts(`<table><tr><td><b>Room</b> name<td><b>Seats</b></tr>${rows}</table>`)).toEqual([
    'Room name: Seats',
    'Mars: 8',
    'Venus: 12',
  ])
  expect(texts('<table><tr><td><b>Room</b><td><b>Seats</b></table>')).toEqual(['Room | Seats'])
  expect(texts('<table><tr><td><b>Lead</b><td>Ann<tr><td><b>Phone</b><td>12</table>')).toEqual([
    'Lead: Ann',
    'Phone: 12',
  ])
})

test('toggles of Notion are questions with their answers, not items', () => {
  const toggle = (title: string, body: string) =>
    `<ul class="toggle"><li><details open=""><summary>${title}</summary>${body}</details></li></ul>`
  const page = `${toggle('Badge?', '<p>At the door:</p><ul><li>sign</li><li>wait</li></ul>')}${toggle('Laptop', 'In room 3.')}<ul><li>one<li>two`
  expect(htmlToBlocks(page).map(({ kind, text }) => [kind, text])).toEqual([
    ['paragraph', 'Badge?'],
    ['paragraph', 'At the door:'],
    ['list-item', '- sign'],
    ['list-item', '- wait'],
    ['paragraph', 'Laptop'],
    ['paragraph', 'In room 3.'],
    ['list-item', '- one'],
    ['list-item', '- two'],
  ])
  expect(texts('<ul><li>one <details><summary>more</summary>text</details></ul>')).toEqual(['- one: more: text'])
})

test('an icon alone is no text', () => {
  expect(texts('<figure><div><span>💡</span></div><div><p>Ask Ann. 🙂</p></div></figure><p>***</p>')).toEqual([
    'Ask Ann. 🙂',
  ])
})

test('entities cannot bring back characters that the database refuses', () => {
  expect(texts('<p>a&#0;b&#1;c&#xD800;d&#x202e;e</p>')).toEqual(['a\ufffdb c\ufffdde'])
})

test('deep nesting takes linear time', () => {
  const depth = 50_000
  expect(texts(`${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`)).toEqual(['x'])
  expect(texts(`${'<table><tr><td>'.repeat(depth)}x`)).toEqual(['x'])
  expect(
    texts(`${'<ul><li>'.repeat(depth)}x`)
      .at(-1)
      ?.trim(),
  ).toBe('- x')
})

describe('text that a button unfolds is read', () => {
  test.each([
    '<h3><button aria-expanded="false" aria-controls="a">Parking</button></h3><div id="a" hidden><p>In the yard.</p></div>',
    '<div><button aria-expanded="false">Parking<svg aria-hidden="true"></svg></button><div style="display:none"><p>In the yard.</p></div></div>',
    '<button data-bs-toggle="collapse" data-bs-target="#a">Parking</button><hr><div id="a" style="display: none">In the yard.</div>',
    '<div role="tablist"><button role="tab">Parking</button></div><div role="tabpanel" hidden>In the yard.</div>',
    '<p>Parking</p><div hidden="until-found">In the yard.</div>',
    '<div class="expand-control">Parking</div><div class="expand-content" style="display: none; opacity: 0;">In the yard.</div>',
  ])('%s', (html) => {
    expect(texts(`${html}<div hidden>secret</div>`)).toEqual(['Parking', 'In the yard.'])
  })

  test('a button without a heading around it is a heading', () => {
    const html = '<button aria-expanded="false">Parking</button><div hidden>In the yard.</div>'
    expect(htmlToBlocks(html).map(({ kind }) => kind)).toEqual(['heading', 'paragraph'])
  })

  test('but not a menu', () => {
    const menu =
      '<button aria-haspopup="true" aria-expanded="false" aria-controls="m">Menu</button><ul id="m" hidden><li>Home</ul>'
    expect(texts(`${menu}<p>Text</p>`)).toEqual(['Menu', 'Text'])
  })
})

test('a published Google document has neither its frame nor comments, and its lists are nested', () => {
  const item = (level: number, text: string) =>
    `<ul class="c1 lst-kix_ab12-${level} start"><li class="c2 li-bullet-0"><span>${text}</span></li></ul>`
  const html = `<div id="banners"><span>Published using Google Docs</span><a>Report abuse</a></div><div id="contents">
    <p><span>Hotels</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>${item(0, 'Germany')}${item(1, 'Bonn')}${item(0, 'Japan')}
    <div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Is this true?</span></p></div><p>The end.</p></div>`
  expect(texts(html)).toEqual(['Hotels', '- Germany', '  - Bonn', '- Japan', 'The end.'])
})

test('a question that is the term of a definition list gets no colon', () => {
  expect(texts('<dl><dt>Is there Wi-Fi?<dd>Yes, everywhere.<dt>Badge<dd>Your key.</dl>')).toEqual([
    'Is there Wi-Fi? Yes, everywhere.',
    'Badge: Your key.',
  ])
})

test('panels of the new editor of Confluence are read once, without their settings', () => {
  const content = '<p>Weekends count.</p>'
  const node = `<ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note</ac:adf-attribute><ac:adf-content>${content}</ac:adf-content></ac:adf-node>`
  const fallback = `<ac:adf-fallback><div class="panel">${content}</div></ac:adf-fallback>`
  expect(texts(`<p>Rules</p><ac:adf-extension>${node}${fallback}</ac:adf-extension>`)).toEqual([
    'Rules',
    'Weekends count.',
  ])
})

test('the way back from a footnote is no text', () => {
  expect(texts('<ol><li>Call 120.<a href="#ref1" class="footnote-back" role="doc-backlink">↩︎</a></ol>')).toEqual([
    '1. Call 120.',
  ])
})
