import { decodeStart, decodeText, isText } from './decode-text.ts'
import { type ReadLimits, UnreadableFileError } from './file-text.ts'
import { openZipArchive } from './zip-archive.ts'

export type FileFormat =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'odt'
  | 'ods'
  | 'odp'
  | 'rtf'
  | 'eml'
  | 'mbox'
  | 'mhtml'
  | 'calendar'
  | 'msg'
  | 'epub'
  | 'ipynb'
  | 'csv'
  | 'html'
  | 'markdown'
  | 'text'
  | 'code'
  | 'zip'
  | 'tar'
  | 'gzip'
  | 'picture'

/**
 * Finds the format of a file by its content; the name decides only between kinds of text. Throws UnreadableFileError:
 * `encrypted`, `unsupported`, or `damaged` if the content is not what the name promises and cannot be read otherwise.
 */
export async function detectFormat(bytes: Uint8Array, name: string, limits: ReadLimits): Promise<FileFormat> {
  const extension = fileExtension(name)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const startsWith = (text: string, offset = 0) => buffer.toString('latin1', offset, offset + text.length) === text
  if (startsWith('{\\rtf')) return 'rtf'
  if (startsWith('PK\u0003\u0004') || startsWith('PK\u0005\u0006')) return detectZipFormat(bytes, extension, limits)
  if (startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')) return detectCompoundFormat(buffer)
  if (startsWith('\u001f\u008b')) return 'gzip'
  if (startsWith('\u0089PNG\r\n\u001a\n') || startsWith('\u00ff\u00d8\u00ff')) return 'picture'
  if (startsWith('ustar', 257)) return 'tar'
  // Some programs write a few bytes before the header, and viewers accept that. An archive can begin with a PDF as well.
  if (buffer.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (isText(bytes)) return detectTextFormat(bytes, extension)
  throw new UnreadableFileError(extension in containerFormats ? 'damaged' : 'unsupported')
}

/** Returns the extension in lower case without the dot, or an empty string. */
function fileExtension(name: string): string {
  return /[^/\\]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Formats with a signature: text or arbitrary bytes under such a name are damaged. */
const containerFormats: Record<string, FileFormat> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  potx: 'pptx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  odt: 'odt',
  ott: 'odt',
  ods: 'ods',
  ots: 'ods',
  odp: 'odp',
  otp: 'odp',
  rtf: 'rtf',
  msg: 'msg',
  epub: 'epub',
  zip: 'zip',
  tar: 'tar',
  gz: 'gzip',
  tgz: 'gzip',
}

/** The main part of an Office file has one of these in its content type, also as template or with macros. */
const officeContentTypes: [RegExp, FileFormat][] = [
  [/ContentType="[^"]*(?:wordprocessingml|ms-word)[^"]*\.main\+xml"/i, 'docx'],
  [/ContentType="[^"]*(?:presentationml|ms-powerpoint)[^"]*\.main\+xml"/i, 'pptx'],
  [/ContentType="[^"]*(?:spreadsheetml|ms-excel)[^"]*\.main\+xml"/i, 'xlsx'],
]

const mimetypes: Record<string, FileFormat> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
}

async function detectZipFormat(bytes: Uint8Array, extension: string, limits: ReadLimits): Promise<FileFormat> {
  const files = await openZipArchive(bytes, { ...limits, unpackedBytes: Number.MAX_SAFE_INTEGER, fileBytes: 1 << 20 })
  const mimetype = files.get('mimetype')
  if (mimetype) {
    const type = decodeText(await mimetype.read()).trim()
    const format = mimetypes[type.replace(/-(?:template|master)$/, '')]
    if (format) return format
    if (type.startsWith('application/')) throw new UnreadableFileError('unsupported')
  }
  if (files.has('META-INF/container.xml') && extension === 'epub') return 'epub'
  const contentTypes = files.get('[Content_Types].xml')
  if (contentTypes) {
    const xml = decodeText(await contentTypes.read())
    const found = officeContentTypes.find(([pattern]) => pattern.test(xml))
    if (found) return found[1]
  }
  const promised = containerFormats[extension]
  if (promised && promised !== 'zip') throw new UnreadableFileError('damaged')
  return 'zip'
}

/** Tells apart what Microsoft's compound file format contains, by the names in its directory. */
function detectCompoundFormat(buffer: Buffer): FileFormat {
  const has = (stream: string) => hasDirectoryEntry(buffer, stream)
  if (has('__properties_version1.0')) return 'msg'
  throw new UnreadableFileError(has('EncryptedPackage') ? 'encrypted' : 'unsupported')
}

/** An entry of the directory takes 128 bytes and begins with the name in UTF-16; its length stands at 64 ([MS-CFB] 2.6.1). */
function hasDirectoryEntry(buffer: Buffer, name: string): boolean {
  const pattern = Buffer.from(name, 'utf16le')
  for (let at = buffer.indexOf(pattern); at >= 0; at = buffer.indexOf(pattern, at + 2)) {
    if (at % 128 === 0 && at + 66 <= buffer.length && buffer.readUInt16LE(at + 64) === pattern.length + 2) return true
  }
  return false
}

const textFormats: Record<string, FileFormat> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  mkd: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  eml: 'eml',
  mbox: 'mbox',
  mbx: 'mbox',
  ipynb: 'ipynb',
}

/** Line breaks and indentation matter. */
const codeExtensions = new Set(
  (
    'log json jsonl ndjson yaml yml toml ini cfg conf properties env xml xsd xsl css scss less sql graphql proto ' +
    'js mjs cjs jsx ts tsx vue svelte py rb php java kt kts scala groovy gradle c h cc cpp hpp cs fs go rs swift m ' +
    'r jl lua pl pm sh bash zsh fish ps1 bat cmd tf hcl dockerfile makefile cmake diff patch vcf'
  ).split(' '),
)

function detectTextFormat(bytes: Uint8Array, extension: string): FileFormat {
  const start = decodeStart(bytes).trimStart()
  const isHtml = /^(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)\b/i.test(skipComments(start))
  if (extension in containerFormats) {
    if (isHtml) return 'html'
    // A text file that a viewer would not open either.
    throw new UnreadableFileError('damaged')
  }
  if (pictureExtensions.has(extension)) throw new UnreadableFileError('unsupported')
  if (/^BEGIN:VCALENDAR\b/i.test(start)) return 'calendar'
  if (webPageExtensions.has(extension) && /^mime-version:/im.test(start) && webPageType.test(start)) return 'mhtml'
  if (olderOfficeExtensions.has(extension)) return detectOfficeText(start, isHtml)
  const format = textFormats[extension]
  if (format === 'eml' || format === 'mbox' || extension === '') {
    if (/^From \S.*\d{4}/.test(start)) return 'mbox'
    if (
      /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*){2,}/.test(start) &&
      /^(?:from|to|subject|received|date|mime-version):/im.test(start)
    )
      return 'eml'
  }
  if (format) return format
  if (isHtml) return 'html'
  return codeExtensions.has(extension) ? 'code' : 'text'
}

/** Leaves out the comments that a page begins with, after its XML declaration. */
function skipComments(start: string): string {
  const declaration = /^<\?xml[^>]*>\s*/i.exec(start)?.[0] ?? ''
  let at = declaration.length
  while (start.startsWith('<!--', at)) {
    const end = start.indexOf('-->', at + 4)
    if (end < 0) break
    at = end + 3
    while (/\s/.test(start[at] ?? '')) at++
  }
  return declaration + start.slice(at)
}

/** Programs that export to Word often write a web page in one file, and name it so. */
const webPageExtensions = new Set(['mht', 'mhtml', 'doc'])
const webPageType = /^content-type:\s*(?:multipart\/(?:related|alternative)|text\/html)/im
const olderOfficeExtensions = new Set(['doc', 'xls', 'ppt', 'fodt', 'fods', 'fodp'])

/** Finds the format of text under a name of Office: web programs export tables and pages so, and viewers open them. */
function detectOfficeText(start: string, isHtml: boolean): FileFormat {
  if (isHtml || /^<(?:table|head|body|meta|style|title|div|p|h[1-6])\b/i.test(skipComments(start))) return 'html'
  // XML of Office 2003 and of OpenDocument in one file.
  if (start.startsWith('<?xml')) throw new UnreadableFileError('unsupported')
  return start.includes('\t') ? 'csv' : 'text'
}

/** Text by their bytes, but drawings by their meaning. */
const pictureExtensions = new Set(['svg', 'eps', 'ps', 'dxf'])
