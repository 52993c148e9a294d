import { fileURLToPath } from 'node:url'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { codeDirectory } from '../../installation.ts'
import { UnreadableFileError } from '../file-text.ts'
import type { PdfOperators } from './draw-page.ts'

/**
 * What the codes of Chinese, Japanese and Korean text mean where a PDF names a standard encoding instead of embedding a font
 * with its own: the compiled CMaps of Adobe as pdf.js distributes them, which unpdf leaves out.
 */
const characterMaps = new URL('files/pdf/cmaps/', codeDirectory)

/** Opens a PDF. An empty user password is tried; images are never decoded. */
export async function openPdf(bytes: Uint8Array): Promise<{ document: PDFDocumentProxy; operators: PdfOperators }> {
  addTransferToFixedLength()
  const { OPS } = await getResolvedPDFJS()
  try {
    // pdf.js takes the buffer over, so it gets a copy.
    const document = await getDocumentProxy(bytes.slice(), {
      maxImageSize: 0,
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      stopAtErrors: false,
      enableXfa: false,
      cMapUrl: fileURLToPath(characterMaps),
    })
    return { document, operators: { OPS } }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new UnreadableFileError(name === 'PasswordException' ? 'encrypted' : 'damaged', { cause: error })
  }
}

/** Supplies a method of ArrayBuffer that pdf.js calls for every font and that Node 20 lacks. */
function addTransferToFixedLength(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength) {
      return length === this.byteLength ? structuredClone(this, { transfer: [this] }) : this.slice(0, length)
    },
  })
}
