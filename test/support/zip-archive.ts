import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFixtureEntry {
  name: string
  text: string
  /** What the directory says, where it lies. */
  declared?: { sizeBytes?: number; checksum?: number; mode?: number }
}

/** A zip file of these entries, each packed. */
export function createZip(entries: readonly ZipFixtureEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, declared = {} } of entries) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt16LE((46 << 9) | (11 << 5) | 1, 14)
    central.writeUInt32LE(declared.checksum ?? crc32(content), 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(declared.sizeBytes ?? content.length, 24)
    central.writeUInt16LE(Buffer.byteLength(name), 28)
    central.writeUInt32LE(((declared.mode ?? 0o100644) << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
