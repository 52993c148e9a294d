/** The text of a file, in a form that ingest reads. */
export interface FileText {
  /** The title that the file itself gives: document properties, a subject, its first heading. */
  title?: string
  /** The date that the file itself gives: last change of a document, date of a mail. */
  updatedAt?: Date
  type: 'html' | 'markdown'
  /**
   * HTML: headings, paragraphs, lists, tables, code. A page, slide or sheet is `<section data-page="12">`; a paragraph that
   * goes on over a page break belongs to the page on which it begins.
   */
  content: string
  /** Parts that are missing from `content`: attachments or archived files that cannot be read. */
  skipped: SkippedPart[]
}

export interface SkippedPart {
  /** Path within the file. */
  name: string
  reason: UnreadableReason
}

/** Why a file has no text. */
export type UnreadableReason =
  | 'unsupported'
  | 'encrypted'
  | 'no-text'
  | 'damaged'
  | 'too-large'
  | 'too-deep'
  | 'timeout'
  | 'memory'
  | 'empty'

/** Says that a file cannot be read, and why. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(unreadableMessages[reason], options)
    this.reason = reason
  }
}

/** One sentence per reason, for people: what happened and what to do. */
export const unreadableMessages: Record<UnreadableReason, string> = {
  unsupported:
    'Files of this kind cannot be read. Save it as PDF, Word, Excel, PowerPoint, OpenDocument, HTML or text.',
  encrypted: 'The file is protected with a password. Save it without one.',
  'no-text':
    'The file contains pictures but no text, like a scan. The operator can turn on text recognition (OCR=on); or make it searchable with a program of your own.',
  damaged:
    'The file is damaged, or its content is not what its name says. Open it in its own program and save it again.',
  'too-large': 'The file is too large, or unpacks to too much. Split it.',
  'too-deep': 'The file is nested too deeply. Save it again from its own program, or send its parts one by one.',
  timeout: 'Reading the file took too long. Split it.',
  memory: 'Reading the file took too much memory. Split it.',
  empty: 'The file is empty.',
}

/** Reads one format. Throws UnreadableFileError; any other error counts as damaged. */
export type FormatReader = (bytes: Uint8Array, context: ReadContext) => Promise<FileText>

export interface ReadContext {
  /** File name with extension; content decides over it. */
  name: string
  limits: ReadLimits
  /** Reads a file inside this one: an attachment, an entry of an archive. Throws `too-deep` beyond `limits.depth`. */
  readInner(bytes: Uint8Array, name: string): Promise<FileText>
  /** Reads text in pictures; absent: text recognition is off. */
  recognizer?: TextRecognizer | undefined
}

/** Recognizes text in pictures (OCR). */
export interface TextRecognizer {
  /** Returns the text of a PNG, JPEG or PGM picture, with an empty line between paragraphs. Throws `damaged`. */
  recognize(picture: Uint8Array): Promise<string>
}

export interface ReadLimits {
  /** Size of the file itself. */
  fileBytes: number
  /** Size of everything that is unpacked from it, over all levels. */
  unpackedBytes: number
  /** Entries of one archive or office file. */
  entries: number
  /** Files within files. */
  depth: number
  /** Nested elements of a document. */
  elementDepth: number
  /** Length of `content`. */
  textLength: number
  /** Table cells of one file. */
  cells: number
}

/** Limits for files of people: far above what they have, far below what stalls the service. */
export const defaultReadLimits: ReadLimits = {
  fileBytes: 64 * 1024 * 1024,
  unpackedBytes: 256 * 1024 * 1024,
  entries: 10_000,
  depth: 4,
  elementDepth: 256,
  textLength: 4_000_000,
  cells: 200_000,
}
