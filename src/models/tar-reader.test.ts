import { describe, expect, test } from 'vitest'
import { readTar } from './tar-reader.ts'

describe('readTar', () => {
  test('gives each file with its name and bytes, however the stream is cut', async () => {
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

  test('a file that is not read is skipped', async () => {
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

  test('directories and extended headers are left out, and a long name is joined from its prefix', async () => {
    const archive = tar([
      { name: 'package', content: '', type: '5' },
      { name: 'pax', content: '12 path=abc\n', type: 'x' },
      { name: 'c.txt', content: 'deep', prefix: 'package/model' },
    ])
    expect(await filesIn(inChunks(archive, 512))).toEqual([['package/model/c.txt', 'deep']])
  })

  test('an archive cut inside a file, behind a file or before its end is an error', async () => {
    const archive = tar([{ name: 'a', content: 'z'.repeat(700) }])
    for (const length of [100, 600, 1300, 1536]) {
      await expect(filesIn(inChunks(archive.subarray(0, length), 256))).rejects.toMatchObject({
        code: 'unavailable',
      })
    }
  })

  test('a header that was altered is an error', async () => {
    const archive = tar([{ name: 'a', content: 'b' }])
    archive[0] = 'x'.charCodeAt(0)
    await expect(filesIn(inChunks(archive, 512))).rejects.toThrow('checksum')
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
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes)
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
