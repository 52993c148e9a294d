import { listZipFiles, ZipError, type ZipFile } from '../ingest/zip-reader.ts'
import { type ReadLimits, UnreadableFileError } from './file-text.ts'

/**
 * Lists the files of an archive in memory by their paths. Throws UnreadableFileError: `too-large` before anything is
 * unpacked, `encrypted` and `damaged`, which includes names that lead out of the archive.
 */
export async function openZipArchive(
  bytes: Uint8Array,
  { entries, unpackedBytes, fileBytes }: Pick<ReadLimits, 'entries' | 'unpackedBytes'> & { fileBytes?: number },
): Promise<Map<string, ZipFile>> {
  const source = {
    sizeBytes: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }
  const limits = { entries, totalBytes: unpackedBytes, fileBytes: fileBytes ?? unpackedBytes }
  const files = await orUnreadable(() => listZipFiles(source, limits))
  return new Map(files.map((file) => [file.path, { ...file, read: () => orUnreadable(file.read) }]))
}

async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ZipError) throw new UnreadableFileError(error.reason, { cause: error })
    throw error
  }
}
