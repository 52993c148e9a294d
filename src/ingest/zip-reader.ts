import {
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_SPLIT_ZIP_FILE,
  ERR_UNSAFE_FILENAME,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
  type FileEntry,
  Reader,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'

/** Limits that stop an archive made to fill a disk or memory. */
export interface ZipLimits {
  entries: number
  fileBytes: number
  totalBytes: number
}

/** Random access to the bytes of an archive: a file, a Blob or an array. */
export interface ZipSource {
  sizeBytes: number
  read(offset: number, length: number): Uint8Array | Promise<Uint8Array>
}

export interface ZipFile {
  /** Relative, with slashes; never leads out of the archive. */
  path: string
  sizeBytes: number
  modifiedAt: Date
  /** Unpacks the file. Rejects if it is damaged or larger than `sizeBytes`. */
  read(): Promise<Uint8Array>
}

/** The archive cannot be read; the message says why. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
  readonly reason: 'damaged' | 'encrypted' | 'too-large'

  constructor(problem: string, { reason = 'damaged', cause }: { reason?: ZipError['reason']; cause?: unknown } = {}) {
    super(`The archive ${problem}.`, { cause })
    this.reason = reason
  }
}

/**
 * Lists the files of a zip archive (zip64 included), without folders and symbolic links. Runs in Node and in browsers.
 * Rejects the whole archive if any name leads out of it, if it is encrypted or damaged, or if it exceeds a limit.
 */
export async function listZipFiles(source: ZipSource, limits: ZipLimits): Promise<ZipFile[]> {
  const reader = new ZipReader(new SourceReader(source), {
    strictness: 'balanced',
    // Some Windows programs write backslashes.
    normalizeFilename: (name) => name.replaceAll('\\', '/'),
    checkCrc32: true,
    // A content security policy can forbid workers that are made from a blob.
    useWebWorkers: false,
  })
  const files: ZipFile[] = []
  let entryCount = 0
  let totalBytes = 0
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++entryCount > limits.entries) throw tooLarge(`has more than ${limits.entries} entries`)
      totalBytes += entry.uncompressedSize
      if (totalBytes > limits.totalBytes) {
        throw tooLarge(`unpacks to more than ${limits.totalBytes} bytes`)
      }
      if (entry.encrypted) throw new ZipError('is encrypted', { reason: 'encrypted' })
      if (entry.filename.includes('\u0000')) throw unsafeNameError(entry.filename)
      if (entry.directory || entry.symlink) continue
      files.push({
        path: entry.filename,
        sizeBytes: entry.uncompressedSize,
        modifiedAt: entry.lastModDate,
        read: () => extract(entry, limits),
      })
    }
  } catch (error) {
    throw toZipError(error)
  }
  return files
}

async function extract(entry: FileEntry, { fileBytes }: ZipLimits): Promise<Uint8Array> {
  const { filename, uncompressedSize } = entry
  if (uncompressedSize > fileBytes) {
    throw tooLarge(`contains ${filename}, which is larger than ${fileBytes} bytes`)
  }
  try {
    return await entry.getData(new Uint8ArrayWriter())
  } catch (error) {
    throw toZipError(error, entry)
  }
}

function toZipError(error: unknown, entry?: FileEntry): ZipError {
  if (error instanceof ZipError) return error
  const { message, filename } = error as Error & { filename?: string }
  if (message === ERR_UNSAFE_FILENAME) return unsafeNameError(filename ?? '')
  if (encryptionErrors.has(message)) return new ZipError('is encrypted', { reason: 'encrypted', cause: error })
  if (message === ERR_SPLIT_ZIP_FILE) {
    return new ZipError('is one part of a split archive; join the parts first', { cause: error })
  }
  if (!entry) return new ZipError('is not a zip file, or is damaged', { cause: error })
  const entryProblem =
    {
      [ERR_INVALID_UNCOMPRESSED_SIZE]: `does not unpack to its declared ${entry.uncompressedSize} bytes`,
      [ERR_UNSUPPORTED_COMPRESSION]: 'uses an unsupported compression method',
    }[message] ?? 'is damaged'
  return new ZipError(`contains ${entry.filename}, which ${entryProblem}`, { cause: error })
}

const encryptionErrors = new Set([ERR_ENCRYPTED, ERR_ENCRYPTED_CENTRAL_DIRECTORY, ERR_UNSUPPORTED_ENCRYPTION])

function tooLarge(problem: string): ZipError {
  return new ZipError(problem, { reason: 'too-large' })
}

function unsafeNameError(name: string): ZipError {
  return new ZipError(`contains ${JSON.stringify(name.slice(0, 200))}, a name that leads out of it`)
}

class SourceReader extends Reader<ZipSource> {
  readonly #source: ZipSource

  constructor(source: ZipSource) {
    super(source)
    this.#source = source
    this.size = source.sizeBytes
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    return this.#source.read(offset, Math.max(0, Math.min(length, this.size - offset)))
  }
}
