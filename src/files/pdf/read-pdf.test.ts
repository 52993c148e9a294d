import { expect, test } from 'vitest'
import { type PdfPage, pdfFile, pdfWithoutFont } from '../../../test/support/pdf-file.ts'
import { defaultReadLimits, type ReadLimits } from '../file-text.ts'
import { readPdf } from './read-pdf.ts'

function read(bytes: Uint8Array, limits: Partial<ReadLimits> = {}) {
  return readPdf(bytes, {
    name: 'test.pdf',
    limits: { ...defaultReadLimits, ...limits },
    readInner: () => Promise.reject(new Error('A PDF has no inner files')),
  })
}

function simplePage(...lines: string[]): PdfPage {
  return { texts: lines.map((text, index) => ({ x: 50, y: 100 + 40 * index, text })) }
}

test('pages become sections with their number', async () => {
  const { content } = await read(pdfFile([simplePage('First page.'), simplePage('Second page.')]))
  expect(content).toBe(
    '<section data-page="1">\n<p>First page.</p>\n</section>\n<section data-page="2">\n<p>Second page.</p>\n</section>',
  )
})

test('bold text larger than the rest is a heading and gives the title', async () => {
  const page: PdfPage = {
    texts: [
      { x: 50, y: 80, text: 'Travel policy', size: 18, bold: true },
      ...[0, 1, 2].map((row) => ({
        x: 50,
        y: 120 + 12 * row,
        text: 'Trips are booked by the travel office, not by people themselves.',
      })),
    ],
  }
  const { title, content } = await read(pdfFile([page], { Title: 'Microsoft Word - x.doc' }))
  expect(content).toContain('<h1>Travel policy</h1>')
  expect(title).toBe('Travel policy')
})

test('the title and date of the document properties come first', async () => {
  const file = pdfFile([simplePage('Text.')], { Title: 'Handbook (2024)', ModDate: "D:20240102030405Z00'00'" })
  const { title, updatedAt } = await read(file)
  expect(title).toBe('Handbook (2024)')
  expect(updatedAt?.toISOString()).toBe('2024-01-02T03:04:05.000Z')
})

test('struck out words are left out; lines below words and grid lines behind them change nothing', async () => {
  // Helvetica is about 5 points wide at 10 points: "The fee is " takes 50, "40 euros" 39.
  const line = (y: number, text: string) => ({ x: 50, y, text })
  const page: PdfPage = {
    texts: [
      line(100, 'The fee is '),
      { x: 100, y: 100, text: '40 euros' },
      { x: 142, y: 100, text: '55 euros a day.' },
      line(200, 'Underlined words stay.'),
      line(300, 'Labels on a grid stay.'),
      line(400, 'All of this is gone.'),
    ],
    rules: [
      [100, 97, 139, 97],
      [50, 201.5, 148, 201.5],
      [10, 297, 590, 297],
      [50, 397, 130, 397],
    ],
  }
  const { content } = await read(pdfFile([page]))
  expect(content.match(/<p>.*?<\/p>/gs)).toEqual([
    '<p>The fee is 55 euros a day.</p>',
    '<p>Underlined words stay.</p>',
    '<p>Labels on a grid stay.</p>',
  ])
})

test('text is escaped', async () => {
  const { content } = await read(pdfFile([simplePage('<script>alert(1)</script> & more')]))
  expect(content).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
})

test('a rotated page is read upright', async () => {
  const texts = [0, 1].map((row) => ({ x: 100 + 12 * row, y: 700, text: `line ${row + 1} of the page`, angle: 90 }))
  const { content } = await read(pdfFile([{ texts, rotate: 90 }]))
  expect(content).toContain('<p>line 1 of the page line 2 of the page</p>')
})

test('a stamp across the reading direction is dropped', async () => {
  const page = simplePage('The text of the page is much longer than the stamp beside it.')
  page.texts.push({ x: 20, y: 600, text: 'arXiv:1234', angle: 90 })
  const { content } = await read(pdfFile([page]))
  expect(content).not.toContain('arXiv')
})

test('a table with rules becomes a table', async () => {
  const cells = ['Name', 'Age', 'Ann', '41']
  const page: PdfPage = {
    texts: cells.map((text, index) => ({ x: 55 + 100 * (index % 2), y: 115 + 20 * Math.floor(index / 2), text })),
    rules: [
      [50, 100, 250, 100],
      [50, 120, 250, 120],
      [50, 140, 250, 140],
      [50, 100, 50, 140],
      [150, 100, 150, 140],
      [250, 100, 250, 140],
    ],
  }
  const { content } = await read(pdfFile([page]))
  expect(content).toContain('<table><tr><th>Name</th><th>Age</th></tr>\n<tr><td>Ann</td><td>41</td></tr></table>')
})

test('text beyond the limit is left out and named', async () => {
  const file = pdfFile(['a', 'b', 'c', 'd'].map((letter) => simplePage(`Page ${letter.repeat(80)}.`)))
  const { content, skipped } = await read(file, { textLength: 300 })
  expect(content.length).toBeLessThanOrEqual(300)
  expect(content).toContain('aaa')
  expect(skipped).toEqual([{ name: 'pages 3 to 4', reason: 'too-large' }])
})

test.each([
  ['no bytes', new Uint8Array(), 'empty'],
  ['a page without text', pdfFile([{ texts: [] }]), 'no-text'],
  ['HTML', new TextEncoder().encode('<html><body>no PDF</body></html>'), 'damaged'],
  ['a file that is cut off', pdfFile([simplePage('x')]).slice(0, 60), 'damaged'],
])('%s has a reason', async (_, bytes, reason) => {
  await expect(read(bytes)).rejects.toMatchObject({ reason })
})

test.each([
  ['Japanese', '90ms-RKSJ-H', 'Japan1', '93fa967b8cea82cc8e9197bf', '日本語の資料'],
  ['Japanese in UTF-16', 'UniJIS-UTF16-H', 'Japan1', '65e5672c', '日本'],
  ['simplified Chinese', 'GBK-EUC-H', 'GB1', 'd6d0cec4', '中文'],
  ['traditional Chinese', 'ETen-B5-H', 'CNS1', 'a4a4a4e5', '中文'],
  ['Korean', 'KSCms-UHC-H', 'Korea1', 'c7d1b1b9beee', '한국어'],
])('text in a standard encoding without an embedded font is read: %s', async (_, encoding, ordering, hex, expected) => {
  const { content } = await read(pdfWithoutFont(Buffer.from(hex, 'hex'), { encoding, ordering }))
  expect(content).toBe(`<section data-page="1">\n<p>${expected}</p>\n</section>`)
})

test('the first row of a table names its columns only if it can', async () => {
  const cells = (rows: string[][]): PdfPage => ({
    texts: rows.flatMap((row, index) =>
      row.map((text, column) => ({ x: 50 + 150 * column, y: 100 + 14 * index, text })),
    ),
  })
  const header = async (rows: string[][]) => /<tr><th>.*/.exec((await read(pdfFile([cells(rows)]))).content)?.[0]
  const depths = [
    ['One', '80 m', '6 m'],
    ['Two', '120 m', '9 m'],
  ]
  expect(await header([['Berth', 'Length', 'Depth'], ...depths])).toContain('<th>Length</th>')
  expect(await header(depths)).toBeUndefined()
  const contacts = [
    ['Phone', '0431 4477'],
    ['Room', 'House B, 12'],
    ['Hours', 'Mondays'],
  ]
  expect(await header(contacts)).toBeUndefined()
})

test('check boxes of a form are read with their state, beside their labels', async () => {
  const labels = ['Annual leave', 'Unpaid leave', 'Special leave']
  const page: PdfPage = {
    texts: [
      { x: 50, y: 80, text: 'Kind of leave:' },
      ...labels.map((text, index) => ({ x: 70, y: 110 + 20 * index, text })),
    ],
    checkBoxes: labels.map((_, index) => ({ x: 50, y: 112 + 20 * index, isChecked: index === 1 })),
  }
  const { content } = await read(pdfFile([page]))
  const lines = content.replace(/<[^>]*>/g, '\n').split('\n')
  expect(lines.filter((line) => line.includes('leave'))).toEqual([
    'Kind of leave:',
    '☐ Annual leave',
    '☒ Unpaid leave',
    '☐ Special leave',
  ])
})
