import { deflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { type PdfPage, pdfFile } from './pdf-file.ts'

/** A picture in grey values. */
interface Picture {
  width: number
  height: number
  data: Uint8Array
}

/** Draws pages at 150 dots per inch, like a scanner would. */
export async function drawPages(pages: readonly PdfPage[]): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdfFile(pages))
  const pictures: Picture[] = []
  for (const page of document.pages()) {
    const render = async ({ data }: { data: Uint8Array }) => data.slice()
    const { width, height, data } = await page.render({ scale: 150 / 72, colorSpace: 'Gray', render })
    pictures.push({ width, height, data })
  }
  document.destroy()
  library.destroy()
  return pictures
}

/** Returns a PDF whose pages are pictures and hold no text. */
export function pdfOfPictures(pictures: readonly Picture[]): Uint8Array {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = 9
  const add = (...parts: (string | Buffer)[]) => {
    offsets.push(length)
    for (const part of [`${offsets.length} 0 obj\n`, ...parts, '\nendobj\n'].map((one) => Buffer.from(one))) {
      chunks.push(part)
      length += part.length
    }
  }
  const kids = pictures.map((_, index) => `${3 + 3 * index} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`)
  for (const [index, { width, height, data }] of pictures.entries()) {
    const at = 3 + 3 * index
    const resources = `<< /XObject << /Im ${at + 2} 0 R >> >>`
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources ${resources} /Contents ${at + 1} 0 R >>`)
    const drawing = '600 0 0 800 0 0 cm /Im Do'
    add(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    const packed = deflateSync(data)
    const size = `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`
    add(
      `<< /Type /XObject /Subtype /Image ${size} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
      packed,
      '\nendstream',
    )
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  chunks.push(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}${trailer}`))
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns a PNG picture in grey values (PNG specification, section 5). */
export function pngOf({ width, height, data }: Picture): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  // Each line begins with the number of its filter, 0: none.
  const lines = Buffer.alloc(height * (width + 1))
  for (let line = 0; line < height; line++)
    lines.set(data.subarray(line * width, (line + 1) * width), line * (width + 1) + 1)
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const result = Buffer.alloc(typed.length + 8)
  result.writeUInt32BE(data.length, 0)
  result.set(typed, 4)
  result.writeUInt32BE(crc32(typed), typed.length + 4)
  return result
}

/** The checksum of PNG chunks; `zlib.crc32` is not in Node 20.19. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
