import { describe, expect, test, vi } from 'vitest'
import { readTar } from './tar-reader.ts'

describe('readTar', () => {
  test('yields each file with its name and bytes, whatever the chunk size', async () => {
    const archive = tar([
      { name: 'package/a.txt', content: 'first' },
      { name: 'package/empty', content: '' },
      { name: 'package/b.bin', content: 'x'.repeat(1300) },
    ])
    for (const pieceBytes of [1, 7, 512, 1000, archive.length]) {
      expect(await filesIn(inChunks(archive, pieceBytes))).toEqual([
        ['package/a.txt', 'first'],
        ['package/empty', ''],
        ['package/b.bin', 'x'.repeat(1300)],
      ])
    }
  })

  test('an unread file is skipped', async () => {
    const archive = tar([
      { name: 'skipped', content: 'y'.repeat(2000) },
      { name: 'read', content: 'yes' },
    ])
    const read: string[] = []
    for await (const { name, bytes } of readTar(inChunks(archive, 300))) {
      if (name === 'read') read.push(await textOf(bytes))
    }
    expect(read).toEqual(['yes'])
  })

  test('large files are skipped, read in part and read whole, one after the other', async () => {
    const size = 3_000_000
    const archive = tar([
      { name: 'small', content: 'a'.repeat(900) },
      { name: 'skipped', content: 'b'.repeat(size) },
      { name: 'in part', content: 'c'.repeat(size) },
      { name: 'whole', content: 'd'.repeat(size) },
      { name: 'behind', content: 'e'.repeat(size) },
    ])
    const read: [string, number][] = []
    for await (const { name, bytes } of readTar(inChunks(archive, 16_384))) {
      let length = 0
      if (name === 'in part' || name === 'whole')
        for await (const chunk of bytes) {
          length += chunk.length
          if (name === 'in part') break
        }
      read.push([name, name === 'in part' ? Math.sign(length) : length])
    }
    expect(read).toEqual([
      ['small', 0],
      ['skipped', 0],
      ['in part', 1],
      ['whole', size],
      ['behind', 0],
    ])
  })

  test('directories are left out; long names come from the prefix field or a pax header', async () => {
    const archive = tar([
      { name: 'package', content: '', type: '5' },
      { name: 'c.txt', content: 'deep', prefix: 'package/model' },
      { name: 'pax', content: '12 path=abc\n', type: 'x' },
      { name: 'd.txt', content: 'renamed' },
    ])
    expect(await filesIn(inChunks(archive, 512))).toEqual([
      ['package/model/c.txt', 'deep'],
      ['abc', 'renamed'],
    ])
  })

  test('an archive that ends inside a file, after a file or before the end marker is an error', async () => {
    const archive = tar([{ name: 'a', content: 'z'.repeat(700) }])
    for (const length of [100, 600, 1300, 1536]) {
      await expect(filesIn(inChunks(archive.subarray(0, length), 256))).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('The archive is damaged: '),
      })
    }
  })

  test('a header with a wrong checksum is an error', async () => {
    const archive = tar([{ name: 'a', content: 'b' }])
    archive[0] = 'x'.charCodeAt(0)
    await expect(filesIn(inChunks(archive, 512))).rejects.toThrow('checksum')
  })

  test('an error of the stream is reported, and leaving early closes it', async () => {
    const archive = tar([{ name: 'a', content: 'z'.repeat(3_000_000) }])
    async function* failing() {
      yield archive.subarray(0, 1000)
      throw new Error('disk error')
    }
    await expect(filesIn(failing())).rejects.toThrow('disk error')
    let isClosed = false
    async function* closing() {
      try {
        yield* inChunks(archive, 10_000)
      } finally {
        isClosed = true
      }
    }
    for await (const _file of readTar(closing())) break
    await vi.waitFor(() => expect(isClosed).toBe(true))
  })
})

interface Entry {
  name: string
  content: string
  type?: string
  prefix?: string
}

function tar(entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, content, type = '0', prefix = '' }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('        ', 148)
    header.write(type, 156)
    header.write('ustar\x0000', 257)
    header.write(prefix, 345)
    const checksum = header.reduce((sum, byte) => sum + byte, 0)
    header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

async function* inChunks(bytes: Buffer, pieceBytes: number) {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

async function filesIn(stream: AsyncIterable<Uint8Array>) {
  const files: [string, string][] = []
  for await (const { name, bytes } of readTar(stream)) files.push([name, await textOf(bytes)])
  return files
}
