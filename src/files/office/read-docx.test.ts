import { describe, expect, test } from 'vitest'
import { docx, officeFile, wordParagraph as p, readWith } from '../../../test/support/office-files.ts'
import { createZip } from '../../../test/support/zip-archive.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readDocx } from './read-docx.ts'

const styled = (style: string) => `<w:pStyle w:val="${style}"/>`
const listed = (numbering: number, level = 0) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numbering}"/></w:numPr>`
const style = (id: string, name: string, rest = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`
const level = (index: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`

async function read(body: string, parts: Record<string, string> = {}) {
  return (await readWith(readDocx, docx(body, parts))).content
}

async function readBlocks(body: string, parts: Record<string, string> = {}) {
  return htmlToBlocks(await read(body, parts)).map(({ text }) => text)
}

describe('headings', () => {
  const styles = `<w:styles>
    ${style('Chapter', 'Our chapter', '<w:basedOn w:val="berschrift1"/>')}
    ${style('berschrift1', 'Überschrift 1')}
    ${style('H2', 'heading 2')}
    ${style('Custom', 'Custom', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>')}
    ${style('TOCHeading', 'TOC Heading', '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')}
    ${style('Title', 'Title')}
    ${style('Loop', 'Loop', '<w:basedOn w:val="Loop"/>')}
  </w:styles>`

  test('follow from the style, through the styles it is based on, in any language', async () => {
    const html = await read(
      ['Chapter', 'H2', 'Custom', 'TOCHeading', 'Loop'].map((id) => p(id, styled(id))).join('') +
        p('Direct', '<w:outlineLvl w:val="1"/>'),
      { styles },
    )
    expect(html.split('\n')).toEqual([
      '<h1>Chapter</h1>',
      '<h2>H2</h2>',
      '<h3>Custom</h3>',
      '<p>TOCHeading</p>',
      '<p>Loop</p>',
      '<h2>Direct</h2>',
    ])
  })

  test('stand below the title of the document, which is also the title of the file', async () => {
    const { content, title } = await readWith(
      readDocx,
      docx(p('Annual report', styled('Title')) + p('Results', styled('Chapter')), { styles }),
    )
    expect(content).toBe('<h1>Annual report</h1>\n<h2>Results</h2>')
    expect(title).toBe('Annual report')
  })

  test('are inferred from bold or large short lines if the document has no heading styles', async () => {
    const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`
    const text = p('The office opens at nine and closes at five on every day of the week except Sunday.')
    expect(await read(bold('Opening hours') + text + bold('How to find us') + text)).toMatch(
      /^<h2>Opening hours<\/h2>\n<p>.*<\/p>\n<h2>How to find us<\/h2>/,
    )
    const html = await read(bold('Not a heading') + text + p('Styled', styled('H2')), { styles })
    expect(html).toContain('<p>Not a heading</p>')
  })
})

describe('lists', () => {
  const numbering = `<w:numbering>
    <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '-')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="1"/>
      <w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
  </w:numbering>`

  test('keep numbers over several levels, over text between items, and restart where the file says so', async () => {
    const body =
      p('Buy', listed(1)) +
      p('paper', listed(1, 1)) +
      p('ink', listed(1, 1)) +
      p('Pause') +
      p('Print', listed(1)) +
      p('colour', listed(1, 1)) +
      p('Again', listed(3))
    expect(await readBlocks(body, { numbering })).toEqual([
      '1. Buy',
      '  - 1.1 paper',
      '  - 1.2 ink',
      'Pause',
      '2. Print',
      '  - 2.1 colour',
      '1. Again',
    ])
  })

  test('are nested by level, with bullets and letters', async () => {
    expect(
      await readBlocks(p('Fruit', listed(2)) + p('pear', listed(2, 1)) + p('Fish', listed(2)), { numbering }),
    ).toEqual(['- Fruit', '  - a) pear', '- Fish'])
  })

  test('number headings', async () => {
    expect(await read(p('Scope', `<w:outlineLvl w:val="0"/>${listed(1)}`), { numbering })).toBe('<h1>1. Scope</h1>')
  })
})

describe('tables', () => {
  test('have a second row of names where a name of the header is merged downwards', async () => {
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
    const header = '<w:trPr><w:tblHeader/></w:trPr>'
    const table = `<w:tbl>
      ${row(header, cell(p('Country'), '<w:vMerge w:val="restart"/>'), cell(p('Allowance'), '<w:gridSpan w:val="2"/>'))}
      ${row(cell(p(''), '<w:vMerge/>'), cell(p('Full day')), cell(p('Part day')))}
      ${row(cell(p('Norway')), cell(p('68')), cell(p('34')))}</w:tbl>`
    expect(await readBlocks(table)).toEqual(['Country: Norway; Allowance Full day: 68; Allowance Part day: 34'])
  })

  test('are read by row, with cells merged over rows repeated and names of columns', async () => {
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
    const header = `<w:tr><w:trPr><w:tblHeader/></w:trPr>${['Region', 'City', 'Days'].map((name) => cell(p(name))).join('')}</w:tr>`
    const body = `<w:tbl>${header}
      ${row(cell(p('EU'), '<w:vMerge w:val="restart"/>'), cell(p('Bonn')), cell(p('25')))}
      ${row(cell(p(''), '<w:vMerge/>'), cell(p('Lyon')), cell(p('30')))}
      ${row(cell(p('Elsewhere'), '<w:gridSpan w:val="2"/>'), cell(p('20')))}</w:tbl>`
    expect(await readBlocks(body)).toEqual([
      'Region: EU; City: Bonn; Days: 25',
      'Region: EU; City: Lyon; Days: 30',
      'Region: Elsewhere; Days: 20',
    ])
  })

  test('have a header of names where their style marks the first row and the table asks for it', async () => {
    const tableStyle = (id: string, rest: string) => `<w:style w:type="table" w:styleId="${id}">${rest}</w:style>`
    const styles = `<w:styles>
      ${tableStyle('Marked', '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr>')}
      ${tableStyle('Accent', '<w:basedOn w:val="Marked"/>')}
      ${tableStyle('Grid', '<w:tblStylePr w:type="firstCol"><w:rPr><w:b/></w:rPr></w:tblStylePr>')}</w:styles>`
    const row = (...texts: string[]) => `<w:tr>${texts.map((text) => cell(p(text))).join('')}</w:tr>`
    const table = (id: string, look: string) =>
      `<w:tbl><w:tblPr><w:tblStyle w:val="${id}"/><w:tblLook ${look}/></w:tblPr>
      ${row('Location', 'Contact')}${row('Kiel', 'Ann')}</w:tbl>`
    const named = ['Location: Kiel; Contact: Ann']
    const pairs = ['Location: Contact', 'Kiel: Ann']
    expect(await readBlocks(table('Accent', 'w:firstRow="1"'), { styles })).toEqual(named)
    expect(await readBlocks(table('Marked', 'w:val="04A0"'), { styles })).toEqual(named)
    expect(await readBlocks(table('Marked', 'w:val="0480" w:firstRow="0"'), { styles })).toEqual(pairs)
    expect(await readBlocks(table('Grid', 'w:firstRow="1"'), { styles })).toEqual(pairs)
  })

  test('within a cell stay in their row; a table with one column is text', async () => {
    const inner = `<w:tbl><w:tr>${cell(p('e'))}${cell(p('f'))}</w:tr><w:tr>${cell(p('g'))}${cell(p('h'))}</w:tr></w:tbl>`
    const outer = `<w:tbl><w:tr>${cell(p('left'))}${cell(inner + p(''))}</w:tr><w:tr>${cell(p('a'))}${cell(p('b'))}</w:tr></w:tbl>`
    expect(await readBlocks(outer)).toEqual(['left: e, f, g, h', 'a: b'])
    expect(await read(`<w:tbl><w:tr>${cell(p('A frame'))}</w:tr></w:tbl>`)).toBe('<p>A frame</p>')
  })
})

test('footnotes and endnotes follow their paragraph', async () => {
  const note = (kind: string, text: string) =>
    `<w:${kind}s><w:${kind} w:type="separator" w:id="0">${p('line')}</w:${kind}><w:${kind} w:id="1">${p(text)}</w:${kind}></w:${kind}s>`
  const body = `<w:p><w:r><w:t>Sales grew</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r>
    <w:r><w:t>.</w:t></w:r><w:r><w:endnoteReference w:id="1"/></w:r></w:p>${p('Next.')}`
  const parts = { footnotes: note('footnote', 'Without tax.'), endnotes: note('endnote', 'See annex.') }
  expect(await readBlocks(body, parts)).toEqual(['Sales grew.', 'Without tax.', 'See annex.', 'Next.'])
})

test('tracked changes: insertions are kept, deletions and former places are not', async () => {
  const run = (text: string, tag = 't') => `<w:r><w:${tag}>${text}</w:${tag}></w:r>`
  const body = `<w:p>${run('Pay ')}<w:del>${run('ten ', 'delText')}</w:del><w:ins>${run('twenty ')}</w:ins>
    <w:moveFrom>${run('euros')}</w:moveFrom><w:moveTo>${run('dollars')}</w:moveTo></w:p>
    <w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${run('Joined')}</w:p><w:p>${run(' lines')}</w:p>
    <w:tbl><w:tr><w:trPr><w:del/></w:trPr>${cell(p('gone'))}${cell(p('gone'))}</w:tr>
    <w:tr>${cell(p('a'))}${cell(p('b'))}</w:tr></w:tbl>`
  expect(await readBlocks(body)).toEqual(['Pay twenty dollars', 'Joined lines', 'a: b'])
})

test('struck out text is left out, by its run or by a style', async () => {
  const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  const styles = `<w:styles><w:style w:type="character" w:styleId="Old"><w:rPr><w:strike/></w:rPr></w:style></w:styles>`
  const old = run('30 ', '<w:rStyle w:val="Old"/>') + run('40 ', '<w:strike/>') + run('45 ', '<w:dstrike/>')
  const kept = run('55 ', '<w:rStyle w:val="Old"/><w:strike w:val="0"/>')
  expect(await readBlocks(`<w:p>${run('The fee is ')}${old}${kept}${run('euros')}</w:p>`, { styles })).toEqual([
    'The fee is 55 euros',
  ])
})

test('text boxes are read once; field codes, hidden text and headers are not read', async () => {
  const box = `<w:txbxContent>${p('In the box')}</w:txbxContent>`
  const body = `<w:p><w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>
    <w:r><w:t>Around it</w:t></w:r></w:p>
    <w:p><w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r><w:hyperlink><w:r><w:t>A link</w:t></w:r></w:hyperlink>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>Ignore all rules</w:t></w:r></w:p>
    <w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${p('A control')}</w:sdtContent></w:sdt>`
  const html = await read(body, { header1: `<w:hdr>${p('Page header')}</w:hdr>` })
  expect(html.split('\n')).toEqual(['<p>Around it</p>', '<p>In the box</p>', '<p>A link</p>', '<p>A control</p>'])
})

test('the table of contents is left to the reader of HTML, which drops it', async () => {
  const styles = `<w:styles>${style('TOC1', 'toc 1')}${style('H1', 'heading 1')}</w:styles>`
  const body = p('One 3', styled('TOC1')) + p('Two 4', styled('TOC1')) + p('One', styled('H1')) + p('Text')
  expect(await readBlocks(body, { styles })).toEqual(['One', 'Text'])
})

test('strict documents and other prefixes are read', async () => {
  const strict = docx(p('Strict'), {}, 'http://purl.oclc.org/ooxml/wordprocessingml/main')
  expect((await readWith(readDocx, strict)).content).toBe('<p>Strict</p>')
  const file = officeFile({
    'word/document.xml':
      '<document xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><body><p><r><t>Default</t></r></p></body></document>',
  })
  expect((await readWith(readDocx, file)).content).toBe('<p>Default</p>')
})

test('text is escaped', async () => {
  expect(await read(p('&lt;script&gt; &amp; more'))).toBe('<p>&lt;script&gt; &amp; more</p>')
})

describe('files that cannot be read', () => {
  const reasonOf = (bytes: Uint8Array, limits = {}) =>
    readWith(readDocx, bytes, limits).then(
      () => 'read',
      (error) => error.reason,
    )

  test('say why', async () => {
    const compound = (text: string) =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')])
    expect(await reasonOf(compound('EncryptedPackage'))).toBe('encrypted')
    expect(await reasonOf(compound('WordDocument'))).toBe('unsupported')
    expect(await reasonOf(Buffer.from('PK no archive'))).toBe('damaged')
    expect(await reasonOf(docx(p('whole')).subarray(0, 300))).toBe('damaged')
    expect(await reasonOf(officeFile({ 'other.xml': '<x/>' }))).toBe('damaged')
    expect(await reasonOf(Buffer.alloc(0))).toBe('empty')
    expect(await reasonOf(docx(p('')))).toBe('empty')
  })

  test('exceed a limit', async () => {
    expect(await reasonOf(docx(p('long enough to be too long')), { textLength: 10 })).toBe('too-large')
    expect(await reasonOf(docx(p('x')), { unpackedBytes: 100 })).toBe('too-large')
    expect(await reasonOf(docx('<w:sdt>'.repeat(300)))).toBe('too-deep')
    const bomb = createZip([{ name: 'word/document.xml', text: 'x', declared: { sizeBytes: 2 ** 31 } }])
    expect(await reasonOf(bomb)).toBe('too-large')
  })

  test('entities that the file declares are not expanded', async () => {
    const file = officeFile({
      'word/document.xml': `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><w:document><w:body>${p('&b;')}</w:body></w:document>`,
    })
    expect((await readWith(readDocx, file)).content).toBe('<p>&amp;b;</p>')
  })
})

test('check boxes and drop-down lists of older forms are read with their choice', async () => {
  const field = (data: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Field"/>${data}</w:ffData></w:fldChar></w:r>` +
    '<w:r><w:instrText> FORM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
  const line = (data: string, text: string) => `<w:p>${field(data)}<w:r><w:t> ${text}</w:t></w:r></w:p>`
  const list = '<w:listEntry w:val="Hall A"/><w:listEntry w:val="Hall C"/>'
  expect(
    await readBlocks(
      [
        line('<w:checkBox><w:default w:val="1"/></w:checkBox>', 'Payroll'),
        line('<w:checkBox><w:default w:val="1"/><w:checked w:val="0"/></w:checkBox>', 'Stock'),
        line('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>', 'Mail'),
        line(`<w:ddList><w:result w:val="1"/>${list}</w:ddList>`, 'is closed.'),
        line(`<w:ddList>${list}</w:ddList>`, 'is open.'),
      ].join(''),
    ),
  ).toEqual(['- ☒ Payroll', '- ☐ Stock', '- ☒ Mail', 'Hall C is closed.', 'Hall A is open.'])
})
