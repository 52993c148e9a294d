import { AppError } from '../errors.ts'

export interface TarFile {
  name: string
  sizeBytes: number
  /** To be read before the next file is asked for; what is not read is skipped. */
  bytes: AsyncIterable<Uint8Array>
}

/**
 * The regular files of an uncompressed tar stream (POSIX.1-1988 "ustar", which is what npm packs), without
 * holding more than one piece of the stream in memory. Longer names in pax or GNU headers are not applied:
 * the files looked for here have short ones.
 */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const source = createByteReader(stream)
  try {
    for (;;) {
      const header = await source.exactly(BLOCK_BYTES)
      if (!header) throw damagedTarError('it ends without its closing block')
      if (header.every((byte) => byte === 0)) return
      const { name, sizeBytes, isFile } = parseHeader(header)
      let left = sizeBytes
      const bytes = (async function* () {
        while (left > 0) {
          const piece = await source.upTo(left)
          if (!piece) throw damagedTarError(`it ends inside ${name}`)
          left -= piece.length
          yield piece
        }
      })()
      if (isFile) yield { name, sizeBytes, bytes }
      while (left > 0) {
        const piece = await source.upTo(left)
        if (!piece) throw damagedTarError(`it ends inside ${name}`)
        left -= piece.length
      }
      const padding = (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES
      if (padding > 0 && !(await source.exactly(padding))) throw damagedTarError(`it ends behind ${name}`)
    }
  } finally {
    await source.close()
  }
}

const BLOCK_BYTES = 512

function parseHeader(header: Uint8Array) {
  const stated = readOctalField(header, 148, 8)
  // The checksum is computed with its own field read as eight spaces.
  const computed = header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0)
  if (stated !== computed) throw damagedTarError('a header checksum is wrong')
  const prefix = readTextField(header, 345, 155)
  const type = header[156]
  return {
    name: prefix ? `${prefix}/${readTextField(header, 0, 100)}` : readTextField(header, 0, 100),
    sizeBytes: readOctalField(header, 124, 12),
    isFile: type === 0x30 || type === 0,
  }
}

function readTextField(header: Uint8Array, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return Buffer.from(end < 0 ? field : field.subarray(0, end)).toString('utf8')
}

function readOctalField(header: Uint8Array, start: number, length: number): number {
  const digits = readTextField(header, start, length).trim()
  if (!/^[0-7]+$/.test(digits)) throw damagedTarError('a number in a header is not octal')
  return Number.parseInt(digits, 8)
}

function createByteReader(stream: AsyncIterable<Uint8Array>) {
  const iterator = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)

  async function readUpTo(count: number): Promise<Uint8Array | undefined> {
    while (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) return undefined
      rest = next.value
    }
    const piece = rest.subarray(0, count)
    rest = rest.subarray(piece.length)
    return piece
  }

  async function readExactly(count: number): Promise<Uint8Array | undefined> {
    const whole = new Uint8Array(count)
    for (let filled = 0; filled < count; ) {
      const piece = await readUpTo(count - filled)
      if (!piece) return undefined
      whole.set(piece, filled)
      filled += piece.length
    }
    return whole
  }

  return {
    upTo: readUpTo,
    exactly: readExactly,
    close: async () => {
      await iterator.return?.()
    },
  }
}

function damagedTarError(what: string) {
  return new AppError('unavailable', `The archive is damaged: ${what}.`)
}
