import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ExpectedFile, ensureFiles, type FetchProgress, type FileSource } from './verified-files.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verified-files-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const first = expectedFile('first.bin', 'onnx/first.bin', 'the first file')
const second = expectedFile('second.json', 'second.json', 'the second file')
const contents = new Map([
  [first, 'the first file'],
  [second, 'the second file'],
])

describe('ensureFiles', () => {
  test('downloads missing files; the next call uses no source', async () => {
    const source = createFakeSource(contents)
    const files = [first, second]
    const paths = [join(directory, 'first.bin'), join(directory, 'second.json')]
    expect(await ensureFiles({ directory, files, sources: [source] })).toEqual({ paths })
    expect(await readFile(paths[0]!, 'utf8')).toBe('the first file')
    expect(await ensureFiles({ directory, files, sources: [source] })).toEqual({ paths })
    expect(source.requested).toEqual([['first.bin', 'second.json']])
  })

  test('creates the directory', async () => {
    const nested = join(directory, 'a', 'b')
    const found = await ensureFiles({
      directory: nested,
      files: [first],
      sources: [createFakeSource(contents)],
    })
    expect(found).toEqual({ paths: [join(nested, 'first.bin')] })
  })

  test('accepts a file at its repository path', async () => {
    await mkdir(join(directory, 'onnx'))
    await writeFile(join(directory, 'onnx', 'first.bin'), 'the first file')
    const found = await ensureFiles({ directory, files: [first], sources: [] })
    expect(found).toEqual({ paths: [join(directory, 'onnx', 'first.bin')] })
  })

  test('a file with one wrong byte is downloaded again', async () => {
    await writeFile(join(directory, 'first.bin'), 'the f1rst file')
    const source = createFakeSource(contents)
    await ensureFiles({ directory, files: [first], sources: [source] })
    expect(source.requested).toEqual([['first.bin']])
    expect(await readFile(join(directory, 'first.bin'), 'utf8')).toBe('the first file')
  })

  test('after wrong, truncated, oversized or failed downloads nothing is left and the next source is tried', async () => {
    for (const bad of ['the f1rst file', 'the first', 'the first file and more', new Error('connection lost')]) {
      const lying = createFakeSource(new Map([[first, bad]]), 'liar')
      const result = await ensureFiles({ directory, files: [first], sources: [lying] })
      expect(result).toMatchObject({ missing: [first], problems: [expect.stringMatching(/^liar: /)] })
      expect(await readdir(directory)).toEqual([])
    }
    const sources = [createFakeSource(new Map([[first, 'the f1rst file']])), createFakeSource(contents)]
    expect(await ensureFiles({ directory, files: [first], sources })).toHaveProperty('paths')
  })

  test('verified files of a failing source are kept, and only the rest is requested', async () => {
    const half = createFakeSource(
      new Map<ExpectedFile, string | Error>([
        [first, 'the first file'],
        [second, new Error('gone')],
      ]),
    )
    const whole = createFakeSource(contents)
    await ensureFiles({ directory, files: [first, second], sources: [half, whole] })
    expect(whole.requested).toEqual([['second.json']])
  })

  test('a source without a file is named in the problems', async () => {
    const result = await ensureFiles({
      directory,
      files: [first],
      sources: [createFakeSource(new Map(), 'empty source')],
    })
    expect(result).toEqual({ missing: [first], problems: ['empty source: some files are missing there'] })
  })

  test('two concurrent starts both end with the right file', async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() => ensureFiles({ directory, files: [first, second], sources: [createFakeSource(contents)] })),
    )
    for (const result of results) expect(result).toHaveProperty('paths')
    expect((await readdir(directory)).sort()).toEqual(['first.bin', 'second.json'])
  })

  test('progress counts the bytes of all missing files up to their sum', async () => {
    const progress: FetchProgress[] = []
    const sources = [createFakeSource(contents, 'test source')]
    await ensureFiles({ directory, files: [first, second], sources, onProgress: (p) => progress.push(p) })
    const totalBytes = first.sizeBytes + second.sizeBytes
    expect(progress[0]).toEqual({ source: 'test source', receivedBytes: 0, totalBytes })
    expect(progress.at(-1)).toEqual({ source: 'test source', receivedBytes: totalBytes, totalBytes })
  })

  test('partial files of a process killed days ago are removed, younger ones are kept', async () => {
    const old = join(directory, '.first.bin.1.part')
    await writeFile(old, 'the fi')
    await utimes(old, 1_000_000, 1_000_000)
    await writeFile(join(directory, '.first.bin.2.part'), 'the')
    await ensureFiles({ directory, files: [first], sources: [createFakeSource(contents)] })
    expect((await readdir(directory)).sort()).toEqual(['.first.bin.2.part', 'first.bin'])
  })
})

function expectedFile(name: string, repositoryPath: string, content: string): ExpectedFile {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, repositoryPath, sizeBytes: content.length, sha256 }
}

/** Gives each file in pieces of four bytes; an Error is thrown in the middle of it. */
function createFakeSource(
  has: Map<ExpectedFile, string | Error>,
  name = 'test source',
): FileSource & { requested: string[][] } {
  const requested: string[][] = []
  return {
    name,
    requested,
    async *read(files) {
      requested.push(files.map((file) => file.name))
      for (const file of files) {
        const content = has.get(file)
        if (content !== undefined) yield { file, bytes: fourByteChunks(content) }
      }
    },
  }
}

async function* fourByteChunks(content: string | Error) {
  const bytes = Buffer.from(content instanceof Error ? 'the' : content)
  for (let start = 0; start < bytes.length; start += 4) yield bytes.subarray(start, start + 4)
  if (content instanceof Error) throw content
}
