import { describe, expect, test } from 'vitest'
import { readWith } from '../../../test/support/office-files.ts'
import { htmlToBlocks } from '../../ingest/html-blocks.ts'
import { readRtf } from './read-rtf.ts'

const rtf = (text: string) => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0 ${text}}`, 'latin1')

async function readBlocks(text: string) {
  return htmlToBlocks((await readWith(readRtf, rtf(text))).content).map((block) => block.text)
}

describe('characters', () => {
  test('are decoded by the code page of the file and of the font', async () => {
    const fonts =
      '{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset238 Arial CE;}{\\f2\\fcharset128 MS Gothic{\\*\\falt x};}{\\f3\\fcharset204 Arial;}}'
    expect(
      await readBlocks(`${fonts}\\'80 \\'e4 {\\f1\\'e8\\'9e} {\\f2\\'83\\'5d\\'83K} {\\f3\\'cf} \\'fc\\par`),
    ).toEqual(['€ ä čž ゾガ П ü'])
  })

  test('in Unicode replace as many others as the file says', async () => {
    expect(await readBlocks("\\u8364?5 {\\uc2\\u1087\\'cf\\'cf\\u1086xx}\\uc0\\u233 -\\u-10187 \\u-8999\\par")).toEqual(
      ['€5 поé-𝓙'.replace('𝓙', String.fromCharCode(65536 - 10187, 65536 - 8999))],
    )
  })

  test('without any control word in between can be many', async () => {
    const [text] = await readBlocks(`${'word '.repeat(100_000)}\\par`)
    expect(text?.length).toBeGreaterThan(400_000)
  })

  test('with a name are written out, escaped ones too', async () => {
    expect(await readBlocks('a\\emdash b\\~c\\_d\\-e \\{x\\} \\\\ <b>&\\par')).toEqual(['a—b c-de {x} \\ <b>&'])
  })
})

test('fonts, colours, styles, pictures, headers, field codes, hidden, deleted and struck out text are left out', async () => {
  const text = `{\\fonttbl{\\f0 Times;}}{\\colortbl;\\red0;}{\\stylesheet{\\s0 Normal;}}{\\info{\\author Ann}}{\\header Header\\par}
{\\*\\unknown secret}{\\pict 00ff}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt A link}}{\\v hidden}{\\deleted gone}{\\strike old}{\\striked1 older} kept
{\\*\\annotation comment}\\bin3 }}} end\\par`
  expect(await readBlocks(text)).toEqual(['A link kept end'])
})

test('headings come from outline levels and styles, and the title from the properties', async () => {
  const styles = '{\\stylesheet{\\s1\\outlinelevel0 Chapter;}{\\s2 heading 2;}{\\*\\cs3 Strong;}}'
  const info =
    '{\\info{\\upr{\\title ????}{\\*\\ud{\\title \\u1055?\\u1083?\\u1072?\\u1085?}}}{\\revtim\\yr2024\\mo5\\dy6\\hr7\\min8}}'
  const file = rtf(
    `${styles}${info}\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard\\outlinelevel2 Three\\par\\pard Text\\par`,
  )
  expect(await readWith(readRtf, file)).toMatchObject({
    title: 'План',
    updatedAt: new Date('2024-05-06T07:08:00Z'),
    content: '<h1>One</h1>\n<h2>Two</h2>\n<h3>Three</h3>\n<p>Text</p>',
  })
})

test('lists are nested by indent, with numbers, letters and bullets', async () => {
  const item = (marker: string, indent: number, text: string) =>
    `{\\listtext\\pard\\plain ${marker}\\tab}\\pard\\ls1\\li${indent} ${text}\\par`
  const items =
    item('1.', 360, 'Buy') + item('a)', 720, 'paper') + item("\\'b7", 1080, 'white') + item('2.', 360, 'Print')
  expect(await readBlocks(`${items}\\pard Text\\par`)).toEqual([
    '1. Buy',
    '  - a) paper',
    '    - white',
    '2. Print',
    'Text',
  ])
})

test('tables are read by row, with merged cells repeated', async () => {
  const row = (definition: string, ...cells: string[]) =>
    `\\trowd ${definition}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row`
  const plain = '\\cellx1000\\cellx2000\\cellx3000'
  const table = [
    row(`\\trhdr${plain}`, 'Region', 'City', 'Days'),
    row('\\clvmgf\\cellx1000\\cellx2000\\cellx3000', 'EU', 'Bonn\\par centre', '25'),
    row('\\clvmrg\\cellx1000\\cellx2000\\cellx3000', '', 'Lyon', '30'),
    row('\\clmgf\\cellx1000\\clmrg\\cellx2000\\cellx3000', 'Elsewhere', '', '20'),
  ]
  table.push(row('\\cellx2010\\cellx3000', 'Nowhere', '0'))
  expect(await readBlocks(`Before\\par${table.join('')}\\pard After\\par`)).toEqual([
    'Before',
    'Region: EU; City: Bonn, centre; Days: 25',
    'Region: EU; City: Lyon; Days: 30',
    'Region: Elsewhere; Days: 20',
    'Region: Nowhere; Days: 0',
    'After',
  ])
})

test('a table within a cell stays in its row', async () => {
  const inner =
    '\\pard\\intbl\\itap2 e\\nestcell f\\nestcell{\\*\\nesttableprops\\trowd\\cellx100\\cellx200\\nestrow}{\\nonesttables\\par}'
  const table = `\\trowd\\cellx1000\\cellx2000\\pard\\intbl a\\cell ${inner}\\pard\\intbl g\\cell\\row`
  expect(await readBlocks(`${table}\\pard After\\par`)).toEqual(['a: e, f, g', 'After'])
})

test('footnotes and text boxes follow their paragraph, once', async () => {
  const box =
    '{\\shp{\\*\\shpinst{\\sp{\\sn name}{\\sv value}}{\\shptxt In a box\\par}}{\\shprslt{\\*\\do{\\dptxbxtext In a box\\par}}}}'
  expect(await readBlocks(`Sales${box}{\\footnote\\pard A note.\\par} grew.\\par Next\\par`)).toEqual([
    'Sales grew.',
    'In a box',
    'A note.',
    'Next',
  ])
})

test('files that cannot be read say why', async () => {
  const reasonOf = (bytes: Uint8Array, limits = {}) =>
    readWith(readRtf, bytes, limits).then(
      () => 'read',
      (error) => error.reason,
    )
  expect(await reasonOf(rtf('{'.repeat(100_000)))).toBe('too-deep')
  expect(await reasonOf(rtf('long enough to be too long'), { textLength: 10 })).toBe('too-large')
  expect(await reasonOf(Buffer.from('no rtf'))).toBe('damaged')
  expect(await reasonOf(Buffer.alloc(0))).toBe('empty')
  expect(await reasonOf(rtf('\\par'))).toBe('empty')
  expect(await reasonOf(rtf("text\\'\\u\\bin99999 {\\footnote x"))).toBe('read')
})
