import { type FormatReader, type ReadLimits, UnreadableFileError } from '../file-text.ts'
import type { InnerFile } from '../inner-files.ts'
import { readArchive } from './read-zip.ts'

/** Reads each regular file of a tar archive (ustar, GNU and pax names). */
export const readTar: FormatReader = async (bytes, context) => readArchive(listTarFiles(bytes, context.limits), context)

const blockBytes = 512

function listTarFiles(bytes: Uint8Array, { entries }: ReadLimits): InnerFile[] {
  const files: InnerFile[] = []
  let longName: string | undefined
  for (let offset = 0; offset + blockBytes <= bytes.length; ) {
    const header = Buffer.from(bytes.subarray(offset, offset + blockBytes))
    if (header.every((byte) => byte === 0)) break
    const sizeBytes = Number.parseInt(field(header, 124, 12) || '0', 8)
    const start = offset + blockBytes
    const end = start + sizeBytes
    if (!(sizeBytes >= 0) || end > bytes.length) throw new UnreadableFileError('damaged')
    const data = bytes.subarray(start, end)
    const kind = field(header, 156, 1) || '0'
    if (kind === 'L') longName = text(data).replace(/\0+$/, '')
    else if (kind === 'x') longName = /^\d+ path=(.*)$/m.exec(text(data))?.[1] ?? longName
    else {
      const prefix = field(header, 345, 155)
      const name = longName ?? (prefix ? `${prefix}/` : '') + field(header, 0, 100)
      longName = undefined
      if (kind === '0') files.push({ name, sizeBytes, read: async () => data })
    }
    if (files.length > entries) throw new UnreadableFileError('too-large')
    offset = start + Math.ceil(sizeBytes / blockBytes) * blockBytes
  }
  return files
}

function field(header: Buffer, start: number, length: number): string {
  return text(header.subarray(start, start + length))
    .replace(/\0.*$/s, '')
    .trim()
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
