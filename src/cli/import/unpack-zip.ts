import { closeSync, fstatSync, mkdirSync, openSync, readSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { AppError } from '../../errors.ts'

/** What an archive may hold: beyond this it was made to fill a disk, not to be read. */
export interface ZipLimits {
  entries: number
  fileBytes: number
  totalBytes: number
}

export const zipLimits: ZipLimits = { entries: 200_000, fileBytes: 64_000_000, totalBytes: 4_000_000_000 }

interface ZipEntry {
  name: string
  method: number
  compressedBytes: number
  sizeBytes: number
  checksum: number
  offset: number
  isLink: boolean
  modifiedAt: Date
}

/**
 * Unpacks an archive into a folder. Only names that stay in the folder are written, links never; no entry is allowed to
 * become larger than it says, and all together not larger than the limits. Names and sizes come from the central
 * directory alone (APPNOTE 4.3.12), so that an archive cannot tell two stories.
 */
export function unpackZip(path: string, into: string, limits: ZipLimits = zipLimits): void {
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    const read = (offset: number, length: number) => readExactly(file, offset, length, size)
    const entries = readCentralDirectory(read, size, limits)
    const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    if (total > limits.totalBytes) throw zipError(`unpacks to more than ${limits.totalBytes} bytes`)
    for (const entry of entries) {
      if (entry.name.endsWith('/') || entry.isLink || !isPageFile(entry.name)) continue
      const target = join(into, ...safePathSegments(entry.name))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, extractEntry(entry, read, limits))
      utimesSync(target, entry.modifiedAt, entry.modifiedAt)
    }
  } finally {
    closeSync(file)
  }
}

type ReadAt = (offset: number, length: number) => Buffer

/** Pictures and the like are not imported, so they are not unpacked. */
function isPageFile(name: string): boolean {
  return /\.(mdx?|markdown|html?)$/i.test(name)
}

function readCentralDirectory(read: ReadAt, size: number, limits: ZipLimits): ZipEntry[] {
  const { count, offset, length } = findCentralDirectory(read, size)
  if (count > limits.entries) throw zipError(`has more than ${limits.entries} entries`)
  const directory = read(offset, length)
  const entries: ZipEntry[] = []
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw zipError('has a torn directory')
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    )
    const name = directory.subarray(at + 46, at + 46 + (nameBytes as number))
    const mode = directory.readUInt32LE(at + 38) >>> 16
    if ((directory.readUInt16LE(at + 8) & 1) !== 0) throw zipError('is encrypted')
    entries.push({
      name: name.toString('utf8').replaceAll('\\', '/'),
      method: directory.readUInt16LE(at + 10),
      modifiedAt: dosDateTime(directory.readUInt16LE(at + 14), directory.readUInt16LE(at + 12)),
      checksum: directory.readUInt32LE(at + 16),
      compressedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      isLink: (mode & 0o170000) === 0o120000,
    })
    at += 46 + (nameBytes as number) + (extraBytes as number) + (commentBytes as number)
  }
  return entries
}

/** The end record lies at the end, before a comment of at most 65,535 bytes (APPNOTE 4.3.16). */
function findCentralDirectory(read: ReadAt, size: number) {
  const tail = read(Math.max(0, size - 65_557), Math.min(size, 65_557))
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (at === -1 || at + 22 > tail.length) throw zipError('is no zip file')
  const record = {
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  if (record.count === 0xffff || record.offset === 0xffffffff) {
    throw zipError('is larger than this command reads (zip64): unpack it and import the folder')
  }
  return record
}

function extractEntry(entry: ZipEntry, read: ReadAt, limits: ZipLimits): Buffer {
  const { name, method, compressedBytes, sizeBytes, offset } = entry
  if (sizeBytes > limits.fileBytes)
    throw zipError(`holds ${name}, which is larger than ${limits.fileBytes} bytes`)
  const header = read(offset, 30)
  if (header.readUInt32LE(0) !== 0x04034b50) throw zipError(`has no ${name} where it says`)
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const stored = read(start, compressedBytes)
  let content: Buffer
  try {
    content = method === 0 ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, sizeBytes) })
  } catch (cause) {
    throw zipError(`holds ${name}, which does not unpack to the ${sizeBytes} bytes it says`, cause)
  }
  if (method !== 0 && method !== 8)
    throw zipError(`holds ${name}, packed in a way that this command does not know`)
  if (content.length !== sizeBytes || crc32(content) !== entry.checksum)
    throw zipError(`holds ${name}, which is damaged`)
  return content
}

/** A name that climbs, or begins at the top of a disk, is an attack or a mistake: nothing of the archive is trusted. */
function safePathSegments(name: string): string[] {
  const steps = name.split('/').filter((step) => step !== '' && step !== '.')
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || steps.includes('..') || name.includes('\u0000')) {
    throw zipError(`holds ${JSON.stringify(name.slice(0, 200))}, a name that leads out of it`)
  }
  return steps
}

/** MS-DOS date and time, to two seconds and without a zone: taken as UTC. */
function dosDateTime(date: number, time: number): Date {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15 || 1, date & 31 || 1]
  return new Date(Date.UTC(year, month - 1, day, time >> 11, (time >> 5) & 63, (time & 31) * 2))
}

function readExactly(file: number, offset: number, length: number, size: number): Buffer {
  if (offset < 0 || length < 0 || offset + length > size) throw zipError('is cut off')
  const bytes = Buffer.alloc(length)
  if (readSync(file, bytes, 0, length, offset) !== length) throw zipError('is cut off')
  return bytes
}

function zipError(problem: string, cause?: unknown): AppError {
  return new AppError('validation', `The archive ${problem}.`, { cause })
}
