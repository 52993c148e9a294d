import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipFixtureEntry {
  name: string
  text: string | Uint8Array
  /** Header fields that differ from the content. */
  declared?: { sizeBytes?: number; checksum?: number; mode?: number; flags?: number }
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
    local.writeUInt16LE(declared.flags ?? 0, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE((46 << 9) | (11 << 5) | 1, 12)
    local.writeUInt32LE(declared.checksum ?? crc32(content), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(declared.sizeBytes ?? content.length, 22)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    // The directory repeats the local header, from the flags to the length of the name.
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    local.copy(central, 8, 6, 28)
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
