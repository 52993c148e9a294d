import { listZipFiles, type ZipFile, type ZipLimits } from '../../../src/ingest/zip-reader.ts'

/** The service accepts 4 MiB per request; the other limits keep a zip bomb from filling the memory. */
const zipLimits: ZipLimits = { entries: 20_000, fileBytes: 4 * 1024 * 1024, totalBytes: 1024 ** 3 }

/** Lists the files of a zip; the text of a file is unpacked when it is read. */
export async function listArchive(archive: Blob): Promise<{ path: string; text: () => Promise<string> }[]> {
  const source = {
    sizeBytes: archive.size,
    read: async (offset: number, length: number) =>
      new Uint8Array(await archive.slice(offset, offset + length).arrayBuffer()),
  }
  const files = await listZipFiles(source, zipLimits)
  return files.map(({ path, read }: ZipFile) => ({
    path,
    text: async () => new TextDecoder().decode(await read()),
  }))
}
