/** A line of text on a synthetic PDF page, in points from the top left corner. */
export interface PdfText {
  x: number
  y: number
  text: string
  size?: number
  bold?: boolean
  /** Degrees, counter-clockwise. */
  angle?: number
}

export interface PdfPage {
  texts: PdfText[]
  /** Thin lines: from x, y to x, y. */
  rules?: [number, number, number, number][]
  rotate?: number
  /** Boxes of a form, 12 points wide and high. */
  checkBoxes?: { x: number; y: number; isChecked: boolean }[]
}

const width = 600
const height = 800

/** Writes a PDF with Helvetica text, for tests. */
export function pdfFile(pages: readonly PdfPage[], info: Record<string, string> = {}): Uint8Array {
  const kids = pages.map((_, index) => `${6 + 2 * index} 0 R`).join(' ')
  const entries = Object.entries(info).map(([key, value]) => `/${key} (${escapeString(value)})`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< ${entries.join(' ')} >>`,
    ...pages.flatMap((page, index) => [pageObject(page, 7 + 2 * index), contentObject(page)]),
  ]
  return assemble(objects)
}

/** Writes a PDF of one line in a CID font that is not embedded: only its encoding tells what the bytes of the text mean. */
export function pdfWithoutFont(
  text: Buffer,
  { encoding, ordering }: { encoding: string; ordering: string },
): Uint8Array {
  const stream = `BT /F1 20 Tf 50 700 Td <${text.toString('hex')}> Tj ET`
  const systemInfo = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    `<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /${encoding} /DescendantFonts [7 0 R] >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 3 0 R >> >> /Contents 6 0 R >>`,
    '<< >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Unknown /CIDSystemInfo ${systemInfo} /DW 1000 /FontDescriptor 8 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Unknown /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ])
}

function pageObject({ rotate = 0, checkBoxes = [] }: PdfPage, contents: number): string {
  const resources = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>'
  const boxes = checkBoxes.map(({ x, y, isChecked }, index) => {
    const rectangle = `${x} ${height - y} ${x + 12} ${height - y + 12}`
    const state = isChecked ? '/Yes' : '/Off'
    const field = `/FT /Btn /T (Box ${index}) /V ${state} /AS ${state} /AP << /N << /Yes 0 /Off 0 >> >>`
    return `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rectangle}] ${field} >>`
  })
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources ${resources} /Annots [${boxes.join(' ')}] /Contents ${contents} 0 R >>`
}

function contentObject({ texts, rules = [] }: PdfPage): string {
  const drawn = texts.map(({ x, y, text, size = 10, bold, angle = 0 }) => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map((n) => n.toFixed(4))
    const turn = `${cos} ${sin} ${-Number(sin)} ${cos}`
    return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${turn} ${x} ${height - y} Tm (${escapeString(text)}) Tj ET`
  })
  const lines = rules.map(([x1, y1, x2, y2]) => `${x1} ${height - y1} m ${x2} ${height - y2} l S`)
  const stream = [...drawn, ...lines].join('\n')
  return `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`
}

function assemble(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(Buffer.from(file, 'latin1'))
}

function escapeString(text: string): string {
  return text.replace(/[\\()]/g, '\\$&')
}
