import { readFileSync } from 'node:fs'
import type { TextRecognizer } from '../file-text.ts'
import { loadOcrProgram, ocrFile } from './ocr-files.ts'
import { recognizedHtml } from './recognized-html.ts'

/** The part of PDFium that is used here. */
interface Pdfium {
  PDFiumLibrary: { init(options: { wasmBinary: Uint8Array }): Promise<PdfiumLibrary> }
}

interface PdfiumLibrary {
  loadDocument(bytes: Uint8Array): Promise<PdfiumDocument>
  destroy(): void
}

interface PdfiumDocument {
  getPage(index: number): PdfiumPage
  destroy(): void
}

interface PdfiumPage {
  getOriginalSize(): { originalWidth: number; originalHeight: number }
  render(options: {
    scale: number
    colorSpace: 'Gray'
    render(bitmap: { data: Uint8Array; width: number; height: number }): Promise<Uint8Array>
  }): Promise<{ data: Uint8Array }>
}

/** Small print needs this many dots per inch; a page of a PDF has 72 points per inch. */
const scale = 200 / 72
/** A page of A3 at that resolution; larger ones are drawn coarser. */
const maxPixels = 8_000_000

/** Draws pages of a PDF and returns the text that is recognized in each, as HTML. Pages without any are left out. */
export async function recognizePages(
  pdf: Uint8Array,
  pageNumbers: readonly number[],
  recognizer: TextRecognizer,
): Promise<Map<number, string>> {
  const { PDFiumLibrary } = loadOcrProgram('pdfium.cjs') as Pdfium
  const library = await PDFiumLibrary.init({ wasmBinary: readFileSync(ocrFile('pdfium.wasm')) })
  const found = new Map<number, string>()
  try {
    const document = await library.loadDocument(pdf)
    for (const number of pageNumbers) {
      const html = recognizedHtml(await recognizer.recognize(await drawPage(document.getPage(number - 1))))
      if (html !== '') found.set(number, html)
    }
    document.destroy()
  } finally {
    library.destroy()
  }
  return found
}

/** Returns a page as a PGM picture, which is its grey values after a line about its size. */
async function drawPage(page: PdfiumPage): Promise<Uint8Array> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const { data } = await page.render({
    scale: Math.min(scale, Math.sqrt(maxPixels / (originalWidth * originalHeight))),
    colorSpace: 'Gray',
    render: async ({ data, width, height }) => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]),
  })
  return data
}
