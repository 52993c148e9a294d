import { expect, test } from 'vitest'
import { defaultReadLimits } from './file-text.ts'
import { readFile } from './read-file.ts'

const encoder = new TextEncoder()
const read = async (content: string | Uint8Array, name: string, limits = {}) =>
  readFile(typeof content === 'string' ? encoder.encode(content) : content, name, { ...defaultReadLimits, ...limits })
const reason = (content: string | Uint8Array, name: string, limits = {}) =>
  read(content, name, limits).then(
    () => 'read',
    (error) => error.reason,
  )

test('prose becomes paragraphs and lists, with markup as text', async () => {
  const { content, type } = await read('One line\nand the next.\r\n\r\n- first <b>\n  goes on\n- second\n', 'a.txt')
  expect(type).toBe('html')
  expect(content).toBe(
    '<p>One line\nand the next.</p>\n<ul>\n<li>first &lt;b&gt;\ngoes on\n</li>\n<li>second\n</li></ul>',
  )
})

test('code and data keep their lines', async () => {
  expect((await read('a:\n  - b: "<c>"\n', 'a.yaml')).content).toBe(
    '<pre><code>a:\n  - b: &quot;&lt;c&gt;&quot;\n</code></pre>',
  )
})

test('Markdown and HTML keep their type and give their title', async () => {
  expect(await read('---\ntags: a\n---\n# The plan\n\nText', 'a.md')).toEqual({
    type: 'markdown',
    title: 'The plan',
    content: '---\ntags: a\n---\n# The plan\n\nText',
    skipped: [],
  })
  expect(await read('<!doctype html><title>Salt &amp; light</title><p>x', 'a.html')).toMatchObject({
    type: 'html',
    title: 'Salt & light',
  })
})

test('an HTML page that names its encoding is read in it', async () => {
  const page = Buffer.from('<html><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p></html>', 'latin1')
  expect((await read(page, 'a.html')).content).toContain('Привет')
})

test('a CSV file without names of columns has none', async () => {
  const { content } = await read('2026-01-03,Ida,12.5\n2026-01-04,Bo,13\n2026-01-05,Cy,9.25\n', 'a.csv')
  expect(content).toContain('<tr><td>2026-01-03</td><td>Ida</td><td>12.5</td></tr>')
  expect(content).not.toContain('<th>')
})

const savedPage = (text: string) =>
  [
    'From: <Saved by Blink>',
    'Subject: Parking =?utf-8?Q?=E2=80=93?= Intranet',
    'Date: Thu, 5 Mar 2026 08:00:00 -0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related;',
    '\tboundary="part"',
    '',
    '--part',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `<html><head><title>Parking</title></head><body><p>${text}</p></body></html>`,
    '--part',
    'Content-Type: text/css',
    '',
    'body { color: red }',
    '--part--',
    '',
  ].join('\r\n')

test.each(['page.mhtml', 'page.mht', 'exported-from-a-wiki.doc'])(
  'a web page saved as one file is read: %s',
  async (name) => {
    const { title, content } = await read(savedPage('A parkin=\r\ng permit costs =E2=82=AC12.'), name)
    expect(title).toBe('Parking')
    expect(content).toContain('<p>A parking permit costs €12.</p>')
    expect(content).not.toContain('color')
  },
)

test.each([
  ['a table of a web program', '<table><tr><td>Ida</td></tr></table>', 'a.xls', '<table><tr><td>Ida</td></tr></table>'],
  ['values between tabs', 'Name\tCity\nIda\tKiel\n', 'a.xls', '<tr><td>Ida</td><td>Kiel</td></tr>'],
  ['a web page', '<head><title>x</title></head><p>Text', 'a.doc', '<p>Text'],
])('text under the name of an Office file is read as what it is: %s', async (_name, text, name, expected) => {
  expect((await read(text, name)).content).toContain(expected)
})

test('XML of Office 2003 and OpenDocument in one file are named as unsupported', async () => {
  expect(await reason('<?xml version="1.0"?><Workbook/>', 'a.xls')).toBe('unsupported')
  expect(await reason('<?xml version="1.0"?><office:document/>', 'a.fodt')).toBe('unsupported')
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFdéjà vu'), 'déjà vu'],
  [
    'UTF-8 with a damaged byte',
    Buffer.concat([Buffer.from([0xa9]), Buffer.from(' déjà vu, très élégant')]),
    '\ufffd déjà vu, très élégant',
  ],
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFFdéjà vu', 'utf16le'), 'déjà vu'],
  ['UTF-16 without one', Buffer.from('plain words in it', 'utf16le'), 'plain words in it'],
  ['a word in windows-1252', Buffer.from('R\xe4ume', 'latin1'), 'Räume'],
  [
    'windows-1252',
    Buffer.from('The \x93smart\x94 price is 5 \x80 \x96 caf\xe9', 'latin1'),
    'The “smart” price is 5 € – café',
  ],
  [
    'code page 866',
    Buffer.from('8ea4ada0a6a4eb2c20a220e1e2e3a4a5ade3ee20a7a8acadeeee20afaee0e3', 'hex'),
    'Однажды, в студеную зимнюю пору',
  ],
  [
    'code page 850: German',
    Buffer.from(
      '44696520548172207a7572204b8163686520626c65696274206681722047847374652067659466666e65742c20736368946e6520477281e1652e',
      'hex',
    ),
    'Die Tür zur Küche bleibt für Gäste geöffnet, schöne Grüße.',
  ],
  [
    'code page 850: French',
    Buffer.from(
      '4c6520636f6e67822070617982206170728a7320756e6520616e6e8265203a2064656d616e64657a2d6c652085206c6120736563728274616972652c2074728a73207493742e',
      'hex',
    ),
    'Le congé payé après une année : demandez-le à la secrétaire, très tôt.',
  ],
  [
    'code page 850: Spanish',
    Buffer.from(
      '4c61207265756e69a26e2064656c2061a46f2070617361646f20647572a2206da07320646520756e61206d61a4616e6120656e2043a272646f62612e',
      'hex',
    ),
    'La reunión del año pasado duró más de una mañana en Córdoba.',
  ],
  [
    'windows-1252 with signs between letters',
    Buffer.from('Wait\x85what? The \x84a\x94\x96\x93b\x94 of don\x92t, won\x92t, can\x92t', 'latin1'),
    'Wait…what? The „a”–“b” of don’t, won’t, can’t',
  ],
  [
    'windows-1252: German',
    Buffer.from('Die T\xfcr zur K\xfcche f\xfcr G\xe4ste \x96 \x84sch\xf6ne\x93 Gr\xfc\xdfe', 'latin1'),
    'Die Tür zur Küche für Gäste – „schöne“ Grüße',
  ],
])('decodes %s', async (_name, bytes, text) => {
  expect((await read(bytes, 'a.txt')).content).toBe(`<p>${text}</p>`)
})

test.each([
  ['short', '"Statement";"Harrow Ltd"\r\n"Period";"January 2025"\r\n\r\n'],
  ['filled up', 'Statement;Harrow Ltd;;\r\nPeriod;January 2025;;\r\n;;;\r\n'],
])('lines above the table of a CSV file are no part of it: %s', async (_, lines) => {
  const table = 'Date;Payee;Text;Amount\r\n03.01.2025;City works;Power;-84,50\r\n07.01.2025;Kestrel;;12,00\r\n'
  const { content } = await read(lines + table, 'a.csv')
  expect(content).toContain('<p>Statement: Harrow Ltd</p>\n<p>Period: January 2025</p>\n')
  expect(content).toContain('<table><tr><th>Date</th><th>Payee</th><th>Text</th><th>Amount</th></tr>')
})

test('a first row with few cells is no line above the table if the rows below it have no more', async () => {
  const { content } = await read('Name,Room,Phone,Note\nAnn,12,,\nBo,,77,\nCy,14,,early', 'a.csv')
  expect(content).toContain('<tr><th>Name</th><th>Room</th><th>Phone</th><th>Note</th></tr>')
})

test('CSV: finds the delimiter, reads quotes, fills short rows', async () => {
  const { content } = await read('Name;Price\r\n"Tea; ""green""";3,50\r\n"two\nlines"\r\n', 'a.csv')
  expect(content).toBe(
    '<table><tr><th>Name</th><th>Price</th></tr>\n' +
      '<tr><td>Tea; &quot;green&quot;</td><td>3,50</td></tr>\n<tr><td>two\nlines</td><td></td></tr></table>',
  )
  expect((await read('a\tb\n1\t2\n', 'a.tsv')).content).toContain('<td>1</td><td>2</td>')
})

test('CSV: rows beyond the limit of cells are left out and named', async () => {
  const { content, skipped } = await read('a,b\n1,2\n3,4\n5,6\n', 'a.csv', { cells: 6 })
  expect(content).toContain('<td>3</td>')
  expect(content).not.toContain('<td>5</td>')
  expect(skipped).toEqual([{ name: 'rows after row 3', reason: 'too-large' }])
})

test('CSV: a wide row does not multiply the rows before it', async () => {
  const { content, skipped } = await read(`${'a\n'.repeat(1000)}${'b,'.repeat(900)}`, 'a.csv', { cells: 2000 })
  expect(content.length).toBeLessThan(30_000)
  expect(skipped).toHaveLength(1)
})

test('CSV: a title before the table is no header, and endless rows are cut', async () => {
  expect((await read('Sales,,\nTeam,City,Sum\nBlues,STL,1\n', 'a.csv')).content).toMatch(
    /^<p>Sales<\/p>\n<table><tr><th>Team<\/th>/,
  )
  const { content, skipped } = await read('a,b,'.repeat(100_000), 'a.csv')
  expect(content.length).toBeLessThan(20_000)
  expect(skipped).toEqual([{ name: 'columns after column 1000', reason: 'too-large' }])
})

test('CSV: a quote that is never closed does not swallow the rest', async () => {
  const { content } = await read('"a,b\n1,2\n', 'a.csv')
  expect(content).toContain('<td>1</td><td>2</td>')
})

test.each([
  ['nothing', '', 'a.txt', 'empty'],
  ['white space', ' \n\n', 'a.txt', 'empty'],
  ['noise under a name that promises a document', new Uint8Array([0, 1, 2, 3, 0, 9, 200]), 'a.docx', 'damaged'],
  ['prose under a name that promises a document', 'Just text', 'a.pdf', 'damaged'],
  ['unknown binary data', new Uint8Array([0, 1, 2, 3, 0, 9, 200]), 'a.bin', 'unsupported'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'unsupported'],
  ['HTML under the name of a PDF', '<!doctype html><p>This is a web page', 'a.pdf', 'read'],
])('%s', async (_what, content, name, expected) => {
  expect(await reason(content, name)).toBe(expected)
})

test('limits the size of a file and the length of its text', async () => {
  expect(await reason('abcdef', 'a.txt', { fileBytes: 5 })).toBe('too-large')
  expect(await reason('abcdef', 'a.txt', { textLength: 5 })).toBe('too-large')
})

test('many comments before anything else are read in linear time', async () => {
  const comments = '<!-- a -->\n'.repeat(60)
  expect((await read(`${comments}<!doctype html><p>Text`, 'a')).content).toContain('Text')
  expect((await read(`${comments}plain`, 'a.txt')).content).toContain('plain')
  expect((await read(`${comments}<table><tr><td>Cell</table>`, 'a.xls')).content).toContain('Cell')
})
