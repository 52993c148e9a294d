import { mkdir, open, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { listZipFiles, ZipError, type ZipLimits } from '../../ingest/zip-reader.ts'
import { isDocumentFile, isPageFile } from './scan-folder.ts'

export const zipLimits: ZipLimits = { entries: 200_000, fileBytes: 64_000_000, totalBytes: 4_000_000_000 }

/**
 * Unpacks the pages of an archive into a folder, with their dates. Other files are not imported: they stay packed, and an
 * empty file has their name, so that the scan of the folder reports them.
 */
export async function unpackZip(path: string, folder: string, limits: ZipLimits = zipLimits): Promise<void> {
  const archive = await open(path)
  try {
    const source = {
      sizeBytes: (await archive.stat()).size,
      async read(offset: number, length: number) {
        const { buffer, bytesRead } = await archive.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
    }
    for (const file of await listZipFiles(source, limits)) {
      const isImported = isPageFile(file.path) || isDocumentFile(file.path)
      const target = join(folder, file.path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, isImported ? await file.read() : '')
      await utimes(target, file.modifiedAt, file.modifiedAt)
    }
  } catch (error) {
    if (error instanceof ZipError) throw new AppError('validation', error.message, { cause: error })
    throw error
  } finally {
    await archive.close()
  }
}
