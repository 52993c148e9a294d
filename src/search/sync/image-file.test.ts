import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createImageFile, DamagedImageError, readFrames } from './image-file.ts'
import { decodeFrame, encodeFrame, type FrameContents } from './image-frame.ts'

const directory = mkdtempSync(join(tmpdir(), 'lorewell-image-file-'))
const path = join(directory, 'words.image')
const file = createImageFile(directory, 'words', 'space 1')
const header = { token: 'abc', snapshot: '1:2:', at: 5 }
const frames: FrameContents[] = [
  { organizationId: 'acmé', codes: Int8Array.of(-1, 2, 3), keys: Float64Array.of(2 ** 40, 0.5) },
  { organizationId: 'other', count: 7, page: Uint32Array.of(1, 2 ** 32 - 1), empty: new Float32Array() },
]
afterAll(() => rmSync(directory, { recursive: true }))

async function* encoded() {
  for (const frame of frames) yield encodeFrame(frame)
}
const write = () => file.write(header, encoded(), async () => {})
/** The frames of the file, if all of it is as it was written. */
async function read(): Promise<FrameContents[] | undefined> {
  let found: FrameContents[] | undefined
  const accept = async (given: object) => {
    expect(given).toEqual(header)
    return true
  }
  await file.read(accept, async (frames) => {
    found = [...readFrames(frames)]
  })
  return found
}

test('columns and values come back as they were, as views of the frame', async () => {
  await write()
  expect(await read()).toEqual(frames)
  const frame = encodeFrame(frames[0] as FrameContents)
  const { codes, keys } = decodeFrame(frame) as { codes: Int8Array; keys: Float64Array }
  expect([codes.buffer, keys.buffer]).toEqual([frame.buffer, frame.buffer])
})

test('an image that is not accepted is not read', async () => {
  await write()
  const unread = async () => expect.unreachable()
  expect(await file.read(async () => false, unread)).toBeUndefined()
  const other = createImageFile(directory, 'words', 'space 2')
  await expect(other.read(async () => true, unread)).rejects.toThrow(DamagedImageError)
  expect(await createImageFile(directory, 'vectors', '').read(async () => true, unread)).toBeUndefined()
})

test('a change of any byte, or a cut at any place, is noticed', async () => {
  await write()
  const bytes = readFileSync(path)
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] as number) ^ 0x10
    writeFileSync(path, changed)
    await expect(read(), `byte ${at}`).rejects.toThrow(DamagedImageError)
    writeFileSync(path, bytes)
    truncateSync(path, at)
    await expect(read(), `${at} bytes`).rejects.toThrow(DamagedImageError)
  }
})

test('an image without one of its frames is noticed', () => {
  const parts = [encodeFrame(frames[0] as FrameContents), encodeFrame({ frames: 2 })]
  writeFileSync(path, Buffer.concat(parts))
  const fd = openSync(path, 'r')
  expect(() => [...readFrames({ fd, start: 0 })]).toThrow('does not end')
  closeSync(fd)
})

test('an image of another version is not read', async () => {
  const versionOne = serialize({ format: 1, scope: 'space 1', ...header })
  const head = Buffer.alloc(8)
  head.writeUInt32LE(versionOne.length, 0)
  head.writeUInt32LE(crc32(versionOne), 4)
  const later = encodeFrame({ format: '3 LE', scope: 'space 1', ...header })
  for (const start of [Buffer.concat([head, versionOne]), later]) {
    writeFileSync(path, Buffer.concat([start, encodeFrame({ frames: 0 })]))
    await expect(read()).rejects.toThrow('another format')
  }
})
