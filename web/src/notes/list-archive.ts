import { listZipFiles, type ZipFile, type ZipLimits } from '../../../src/ingest/zip-reader.ts'

/** The service accepts 64 MiB per file by default; the limits keep a zip bomb from filling the memory. */
const zipLimits: ZipLimits = { entries: 20_000, fileBytes: 64 * 1024 * 1024, totalBytes: 1024 ** 3 }

/** Lists the files of a zip; a file is unpacked when it is read. */
export async function listArchive(archive: Blob): Promise<{ path: string; read: () => Promise<Blob> }[]> {
  const source = {
    sizeBytes: archive.size,
    read: async (offset: number, length: number) =>
      new Uint8Array(await archive.slice(offset, offset + length).arrayBuffer()),
  }
  const files = await listZipFiles(source, zipLimits)
  return files.map(({ path, read }: ZipFile) => ({
    path,
    read: async () => new Blob([new Uint8Array(await read())]),
  }))
}
