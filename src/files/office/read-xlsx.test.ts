import { describe, expect, test } from 'vitest'
import { readWith, relationships, sheetData, xlsx } from '../../../test/support/office-files.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readXlsx } from './read-xlsx.ts'

async function readBlocks(...file: Parameters<typeof xlsx>) {
  return htmlToBlocks((await readWith(readXlsx, xlsx(...file))).content).map(({ text }) => text)
}

test('sheets are pages in order, hidden ones too, and rows name their columns', async () => {
  const file = xlsx({
    Costs: sheetData({ 1: ['Item', 'City', 'Euro'], 2: ['Rent', 'Bonn', 900], 3: ['Power', 'Bonn', 80.5] }),
    Empty: '<sheetData/>',
    'R&amp;D': sheetData({ 1: ['Only text'] }),
  })
  const blocks = htmlToBlocks((await readWith(readXlsx, file)).content)
  expect(blocks.map(({ text, page }) => `${page} ${text}`)).toEqual([
    '1 Costs',
    '1 Item: Rent; City: Bonn; Euro: 900',
    '1 Item: Power; City: Bonn; Euro: 80.5',
    '3 R&D',
    '3 Only text',
  ])
})

describe('values', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-407]"/>
    <numFmt numFmtId="165" formatCode="[$-F800]dddd, mmmm dd"/></numFmts><fonts><font/></fonts>
    <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
    <cellXfs>${[0, 10, 14, 15, 164, 165, 44, 22].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`
  const cells = (...values: string[]) => `<sheetData><row>${values.join('')}</row></sheetData>`
  const number = (value: number, style: number) => `<c s="${style}"><v>${value}</v></c>`

  test('are shown in their format: numbers, percentages, currencies, dates', async () => {
    const sheet = cells(
      number(0.1 + 0.2, 0),
      number(0.125, 1),
      number(45_000, 2),
      number(45_000, 3),
      number(1234.5, 4),
      number(45_000, 5),
      number(-1234.5, 6),
      number(45_000.5, 7),
    )
    expect(await readBlocks({ S: sheet }, { styles })).toEqual([
      'S',
      '0.3 | 12.50% | 2023-03-15 | 15-Mar-23 | 1,234.50 € | 2023-03-15 | $(1,234.50) | 2023-03-15 12:00',
    ])
  })

  test('of dates count from 1904 if the workbook says so', async () => {
    expect(await readBlocks({ S: cells(number(43_538, 2)) }, { styles }, '<workbookPr date1904="1"/>')).toEqual([
      'S',
      '2023-03-15',
    ])
  })

  test('are shared strings, rich text, truth values, errors and results of formulas', async () => {
    const sheet = cells(
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="e"><v>#DIV/0!</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>joined</v></c>',
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="d"><v>2024-05-06</v></c>',
      '<c t="s"><v>99</v></c>',
    )
    const sharedStrings =
      '<sst><si><t>one_x000A_two</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>furigana</t></rPh></si></sst>'
    expect(await readBlocks({ S: sheet }, { sharedStrings })).toEqual([
      'S',
      'one, two | rich | TRUE | #DIV/0! | joined | 2 | 2024-05-06',
    ])
  })
})

test('struck out cells and words are left out', async () => {
  const styles = `<styleSheet><fonts><font/><font><strike/></font></fonts>
    <cellXfs><xf/><xf fontId="1"/></cellXfs></styleSheet>`
  const run = (text: string, properties = '') => `<r><rPr>${properties}</rPr><t>${text}</t></r>`
  const sharedStrings = `<sst><si>${run('8', '<strike/>')}${run(' 12', '<strike val="0"/>')}</si></sst>`
  const sheet = `<sheetData><row><c t="inlineStr"><is>${run('Mars', '<b/>')}${run(' or Venus', '<strike/>')}</is></c>
    <c t="s"><v>0</v></c><c s="1"><v>3</v></c></row></sheetData>`
  expect(await readBlocks({ S: sheet }, { styles, sharedStrings })).toEqual(['S', 'Mars: 12'])
})

test('merged cells are filled downwards, so that each row can be read alone', async () => {
  const data = sheetData({
    1: ['Region', 'City', 'Days'],
    2: ['EU', 'Bonn', 25],
    3: [null, 'Lyon', 30],
    4: [null, 'Rome', 28],
  })
  const sheet = `${data}<mergeCells><mergeCell ref="A2:A4"/></mergeCells>`
  expect(await readBlocks({ S: sheet })).toEqual([
    'S',
    'Region: EU; City: Bonn; Days: 25',
    'Region: EU; City: Lyon; Days: 30',
    'Region: EU; City: Rome; Days: 28',
  ])
})

describe('several tables of one sheet', () => {
  test('below each other have their own columns and titles', async () => {
    const sheet = sheetData({
      1: ['Prices'],
      2: ['Item', 'Unit', 'Euro'],
      3: ['Nails', 'box', 4],
      6: ['Staff'],
      7: ['Name', 'Role', 'Days'],
      8: ['Ann', 'Lead', 30],
    })
    const { content } = await readWith(readXlsx, xlsx({ S: sheet }))
    expect(htmlToBlocks(content).map(({ text }) => text)).toEqual([
      'S',
      'Prices',
      'Item: Nails; Unit: box; Euro: 4',
      'Staff',
      'Name: Ann; Role: Lead; Days: 30',
    ])
    expect(content.match(/<h3>.*<\/h3>/g)).toEqual(['<h3>Prices</h3>', '<h3>Staff</h3>'])
  })

  test('side by side are separated, but an empty column within a table does not separate it', async () => {
    const sideBySide = sheetData({
      1: ['Item', 'Euro', null, 'Name', 'Days'],
      2: ['Nails', 4, null, 'Ann', 30],
      3: ['Glue', 5, null, 'Bo', 28],
    })
    expect(await readBlocks({ S: sideBySide })).toEqual([
      'S',
      'Item: Nails; Euro: 4',
      'Item: Glue; Euro: 5',
      'Name: Ann; Days: 30',
      'Name: Bo; Days: 28',
    ])
    const spaced = sheetData({ 1: ['Item', null, '2023', '2024'], 3: ['Nails', null, 4, 5], 4: ['Glue', null, 6, 7] })
    expect(await readBlocks({ S: spaced })).toEqual([
      'S',
      'Item: Nails; 2023: 4; 2024: 5',
      'Item: Glue; 2023: 6; 2024: 7',
    ])
  })
})

test('a table of two columns is a header with values, or pairs of names and values', async () => {
  expect(await readBlocks({ S: sheetData({ 1: ['Item', 'Euro'], 2: ['Nails', 4] }) })).toContain('Item: Nails; Euro: 4')
  expect(await readBlocks({ S: sheetData({ 1: ['Name', 'Ann'], 2: ['Age', 30], 3: ['City', 'Bonn'] }) })).toEqual([
    'S',
    'Name: Ann',
    'Age: 30',
    'City: Bonn',
  ])
})

describe('columns are named', () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="mmm\\ yy"/></numFmts><fonts><font/></fonts>
    <cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs></styleSheet>`
  const dates = (values: number[], style: number) =>
    values.map((value) => `<c s="${style}"><v>${value}</v></c>`).join('')
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const numbers = (...values: number[]) => dates(values, 0)
  const row = (...cells: string[]) => `<row>${cells.join('')}</row>`

  test('by dates and times above values of another kind', async () => {
    const months = row(text('Branch'), dates([46_023, 46_054, 46_082], 1)) + row(text('Kiel'), numbers(12, 15, 9))
    const hours = row(text('Desk'), dates([8 / 24, 9 / 24, 10 / 24], 2)) + row(text('Kiel'), text('Ann').repeat(3))
    const rows = await readBlocks(
      { M: `<sheetData>${months}</sheetData>`, H: `<sheetData>${hours}</sheetData>` },
      { styles },
    )
    expect(rows).toEqual([
      'M',
      'Branch: Kiel; Jan 26: 12; Feb 26: 15; Mar 26: 9',
      'H',
      'Desk: Kiel; 8.00: Ann; 9.00: Ann; 10.00: Ann',
    ])
  })

  test('but not by dates above dates', async () => {
    const deadlines = row(text('Kiel'), dates([46_023, 46_054], 1)) + row(text('Ulm'), dates([46_082, 46_113], 1))
    expect(await readBlocks({ S: `<sheetData>${deadlines}</sheetData>` }, { styles })).toEqual([
      'S',
      'Kiel | Jan 26 | Feb 26',
      'Ulm | Mar 26 | Apr 26',
    ])
  })

  test('by numbers that count', async () => {
    const weeks = row(text('Branch'), numbers(14, 15, 16)) + row(text('Kiel'), numbers(120, 90, 75))
    expect(await readBlocks({ S: `<sheetData>${weeks}</sheetData>` })).toEqual([
      'S',
      'Branch: Kiel; 14: 120; 15: 90; 16: 75',
    ])
  })

  const contacts = sheetData({ 1: ['Location', 'Contact'], 2: ['Kiel', 'Ann Lee'], 3: ['Ulm', 'Bo Kern'] })
  const named = ['S', 'Location: Kiel; Contact: Ann Lee', 'Location: Ulm; Contact: Bo Kern']

  test.each([
    ['a filter', contacts.replace('</sheetData>', '</sheetData><autoFilter ref="A1:B3"/>')],
    [
      'rows that stay in view',
      `<sheetViews><sheetView><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>${contacts}`,
    ],
  ])('where the file says so, by %s', async (_, sheet) => {
    expect(await readBlocks({ S: sheet })).toEqual(named)
  })

  test('where the file says so, by a table that begins there', async () => {
    const read = (attributes: string) =>
      readBlocks({ S: contacts }, {}, '', {
        ...relationships('xl/worksheets/sheet0.xml', [['t', 'table', '../tables/table1.xml']]),
        'xl/tables/table1.xml': `<table ref="A1:B3" ${attributes}><autoFilter ref="A1:B3"/></table>`,
      })
    expect(await read('')).toEqual(named)
    expect(await read('headerRowCount="0"')).toEqual(['S', 'Location: Contact', 'Kiel: Ann Lee', 'Ulm: Bo Kern'])
  })
})

describe('limits', () => {
  test('far cells cost nothing', async () => {
    const sheet =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    expect((await readWith(readXlsx, xlsx({ S: sheet }))).content).toBe(
      '<section data-page="1"><h2>S</h2>\n<p>1</p>\n<p>2</p></section>',
    )
  })

  test('a scattered sheet stays as small as its cells', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => {
      const column = `${String.fromCharCode(65 + (Math.floor(index / 26 / 26) % 26))}${String.fromCharCode(65 + (Math.floor(index / 26) % 26))}${String.fromCharCode(65 + (index % 26))}`
      return `<row r="${index + 1}"><c r="${column}${index + 1}"><v>${index}</v></c><c r="XFD${index + 1}"><v>1</v></c></row>`
    })
    const { content } = await readWith(readXlsx, xlsx({ S: `<sheetData>${rows.join('')}</sheetData>` }))
    expect(content.length).toBeLessThan(200_000)
  })

  test('cells beyond the limit are left out, and the sheet is named', async () => {
    const sheets = { One: sheetData({ 1: ['a', 'b'], 2: ['c', 'd'] }), Two: sheetData({ 1: ['e', 'f'] }) }
    const { content, skipped } = await readWith(readXlsx, xlsx(sheets), { cells: 5 })
    expect(skipped).toEqual([{ name: 'Two', reason: 'too-large' }])
    expect(content).toContain('<p>e</p>')
    expect(content).not.toContain('f<')
  })
})

describe('rows below the names of columns', () => {
  const merge = (...ranges: string[]) =>
    `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`

  test('that name a group across the table are no second row of names', async () => {
    const data = sheetData({
      1: ['Name', 'Role', 'Phone'],
      2: ['Finance'],
      3: ['Ann', 'Lead', 210],
      4: ['IT'],
      5: ['Bo', 'Network', 302],
    })
    const expected = ['S', 'Finance; Name: Ann; Role: Lead; Phone: 210', 'IT; Name: Bo; Role: Network; Phone: 302']
    expect(await readBlocks({ S: data + merge('A2:C2', 'A4:C4') })).toEqual(expected)
    const styles =
      '<styleSheet><fonts><font/><font><b/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs></styleSheet>'
    const bold = data.replaceAll(/<c (r="A[124]")/g, '<c s="1" $1')
    expect(await readBlocks({ S: bold }, { styles })).toEqual(expected)
  })

  test('that have only their first cell are rows like others', async () => {
    const data = sheetData({
      1: ['Name', 'Role', 'Phone'],
      2: ['Ann', 'Lead', 210],
      3: ['Bo'],
      4: ['Cy', 'Sales', 302],
    })
    expect((await readBlocks({ S: data })).slice(2)).toEqual(['Name: Bo', 'Name: Cy; Role: Sales; Phone: 302'])
  })

  test('that name more columns than the row above are a second row of names', async () => {
    const pivot = sheetData({
      1: ['Sum of Revenue', 'Column Labels'],
      2: ['Row Labels', 'Q1', 'Q2', 'Total'],
      3: ['Freezers', 120, 98, 218],
      4: ['Total', 120, 98, 218],
    })
    expect((await readBlocks({ S: pivot }))[1]).toBe(
      'Sum of Revenue Row Labels: Freezers; Column Labels Q1: 120; Q2: 98; Total: 218',
    )
  })
})
