import { detectFormat, type FileFormat } from './detect-format.ts'
import {
  defaultReadLimits,
  type FileText,
  type FormatReader,
  type ReadLimits,
  type TextRecognizer,
  UnreadableFileError,
} from './file-text.ts'

/**
 * Reads a file of any format, in this thread. Throws UnreadableFileError. Service code uses createFileReader, which reads
 * in a child process with limits on time and memory.
 */
export async function readFile(
  bytes: Uint8Array,
  name: string,
  limits: ReadLimits = defaultReadLimits,
  recognizer?: TextRecognizer,
): Promise<FileText> {
  if (bytes.length === 0) throw new UnreadableFileError('empty')
  if (bytes.length > limits.fileBytes) throw new UnreadableFileError('too-large')
  try {
    const format = await detectFormat(bytes, name, limits)
    const read = await readers[format]()
    const text = await read(ownArray(bytes), {
      name,
      limits,
      readInner: createInnerReader(limits, recognizer),
      recognizer,
    })
    if (text.content.length > limits.textLength) throw new UnreadableFileError('too-large')
    return text
  } catch (error) {
    throw toUnreadable(error)
  }
}

/** Some parsers refuse a Buffer, and some read or detach the whole memory behind a view, here that of the outer file. */
function ownArray(bytes: Uint8Array): Uint8Array {
  const isView = Buffer.isBuffer(bytes) || bytes.byteLength !== bytes.buffer.byteLength
  return isView ? new Uint8Array(bytes) : bytes
}

/** All inner files share what their outer file may unpack. */
function createInnerReader(limits: ReadLimits, recognizer: TextRecognizer | undefined) {
  let unpackedBytes = 0
  return async (bytes: Uint8Array, name: string): Promise<FileText> => {
    if (limits.depth <= 0) throw new UnreadableFileError('too-deep')
    unpackedBytes += bytes.length
    const left = limits.unpackedBytes - unpackedBytes
    if (left < 0) throw new UnreadableFileError('too-large')
    return readFile(bytes, name, { ...limits, depth: limits.depth - 1, unpackedBytes: left }, recognizer)
  }
}

/** Loads a reader when the first file of its format comes. */
const readers: Record<FileFormat, () => Promise<FormatReader>> = {
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./office/read-docx.ts')).readDocx,
  pptx: async () => (await import('./office/read-pptx.ts')).readPptx,
  xlsx: async () => (await import('./office/read-xlsx.ts')).readXlsx,
  odt: async () => (await import('./office/read-odt.ts')).readOdt,
  ods: async () => (await import('./office/read-ods.ts')).readOds,
  odp: async () => (await import('./office/read-odp.ts')).readOdp,
  rtf: async () => (await import('./office/read-rtf.ts')).readRtf,
  text: async () => (await import('./text/read-text.ts')).readText,
  code: async () => (await import('./text/read-text.ts')).readCode,
  markdown: async () => (await import('./text/read-text.ts')).readMarkdown,
  html: async () => (await import('./text/read-text.ts')).readHtml,
  csv: async () => (await import('./text/read-csv.ts')).readCsv,
  eml: async () => (await import('./mail/read-eml.ts')).readEml,
  mbox: async () => (await import('./mail/read-mbox.ts')).readMbox,
  mhtml: async () => (await import('./mail/read-mhtml.ts')).readMhtml,
  calendar: async () => (await import('./text/read-calendar.ts')).readCalendar,
  msg: async () => (await import('./mail/read-msg.ts')).readMsg,
  epub: async () => (await import('./books/read-epub.ts')).readEpub,
  ipynb: async () => (await import('./books/read-ipynb.ts')).readIpynb,
  picture: async () => (await import('./ocr/read-picture.ts')).readPicture,
  zip: async () => (await import('./archives/read-zip.ts')).readZip,
  tar: async () => (await import('./archives/read-tar.ts')).readTar,
  gzip: async () => (await import('./archives/read-gzip.ts')).readGzip,
}

function toUnreadable(error: unknown): UnreadableFileError {
  if (error instanceof UnreadableFileError) return error
  // A parser that recurses over nested parts of the file.
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return new UnreadableFileError('too-deep', { cause: error })
  }
  return new UnreadableFileError('damaged', { cause: error })
}
