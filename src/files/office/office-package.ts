import type { ZipFile } from '../../ingest/zip-reader.ts'
import { type ReadLimits, UnreadableFileError } from '../file-text.ts'
import { openZipArchive } from '../zip-archive.ts'
import { walkXml, type XmlVisitor } from './walk-xml.ts'

/** The parts of an office file: a zip archive of XML. */
export class OfficePackage {
  private readonly files: ReadonlyMap<string, ZipFile>
  private readonly limits: ReadLimits

  constructor(files: ReadonlyMap<string, ZipFile>, limits: ReadLimits) {
    this.files = files
    this.limits = limits
  }

  /** Opens an office file. Throws `encrypted`, `too-large`, `damaged`, or `unsupported` for formats before 2007. */
  static async open(bytes: Uint8Array, limits: ReadLimits): Promise<OfficePackage> {
    if (bytes.length === 0) throw new UnreadableFileError('empty')
    if (isCompoundFile(bytes)) throw new UnreadableFileError(isEncryptedPackage(bytes) ? 'encrypted' : 'unsupported')
    const files = await openZipArchive(bytes, limits)
    // Names of parts are compared without case.
    return new OfficePackage(new Map([...files].map(([path, file]) => [path.toLowerCase(), file])), limits)
  }

  get hasPictures(): boolean {
    return [...this.files.keys()].some((path) => /(?:^|\/)(?:media|pictures)\//.test(path))
  }

  /** Visits the XML of a part. Returns false if there is no such part. */
  async walk(path: string, visitor: XmlVisitor): Promise<boolean> {
    const file = this.files.get(path.toLowerCase())
    if (file === undefined) return false
    walkXml(await file.read(), visitor, this.limits.elementDepth)
    return true
  }

  /** Visits the XML of a part that the file cannot be without. */
  async walkRequired(path: string, visitor: XmlVisitor): Promise<void> {
    if (!(await this.walk(path, visitor))) throw new UnreadableFileError('damaged')
  }
}

/** Tells whether the file is an OLE compound file: an Office format before 2007, or an encrypted one after. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => bytes[index] === byte)
}

function isEncryptedPackage(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
