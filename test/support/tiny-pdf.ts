import { pdfFile } from './pdf-file.ts'

/** Returns a PDF with a page per text, each on lines of its own. */
export function tinyPdf(pages: readonly string[]): Buffer {
  const lineHeight = 14
  const toTexts = (text: string) =>
    text.split('\n').map((line, index) => ({ x: 50, y: 92 + index * lineHeight, text: line, size: 12 }))
  return Buffer.from(pdfFile(pages.map((text) => ({ texts: toTexts(text) }))))
}
