import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../errors.ts'

export interface ExpectedFile {
  readonly name: string
  /** Path in the model's repository; also accepted inside the directory, so that a clone works. */
  readonly repositoryPath: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** A place to download files from. Yields them in any order. */
export interface FileSource {
  readonly name: string
  read(missing: readonly ExpectedFile[]): AsyncIterable<{ file: ExpectedFile; bytes: AsyncIterable<Uint8Array> }>
}

export interface FetchProgress {
  source: string
  receivedBytes: number
  totalBytes: number
}

/**
 * Returns the files' paths in the directory; downloads missing files from the first source that has them. Every call
 * verifies the sha256 of each file, so a damaged or partial file is never used. Safe in concurrent processes: each
 * writes under a name of its own and renames after the check.
 */
export async function ensureFiles({
  directory,
  files,
  sources,
  onProgress = () => {},
}: {
  directory: string
  files: readonly ExpectedFile[]
  sources: readonly FileSource[]
  onProgress?: (progress: FetchProgress) => void
}): Promise<{ paths: string[] } | { missing: ExpectedFile[]; problems: string[] }> {
  const problems: string[] = []
  let { paths, missing } = await findFiles(directory, files)
  for (const source of sources) {
    if (missing.length === 0) break
    let problem = 'some files are missing there'
    try {
      await downloadFrom(source, missing, directory, onProgress)
    } catch (error) {
      problem = describeError(error)
    }
    ;({ paths, missing } = await findFiles(directory, files))
    if (missing.length > 0) problems.push(`${source.name}: ${problem}`)
  }
  return missing.length === 0 ? { paths } : { missing, problems }
}

async function findFiles(directory: string, files: readonly ExpectedFile[]) {
  const paths: string[] = []
  const missing: ExpectedFile[] = []
  for (const file of files) {
    const path = await findFile(directory, file)
    if (path) paths.push(path)
    else missing.push(file)
  }
  return { paths, missing }
}

async function findFile(directory: string, file: ExpectedFile): Promise<string | undefined> {
  for (const path of new Set([join(directory, file.name), join(directory, file.repositoryPath)])) {
    const found = await stat(path).catch(() => undefined)
    if (found?.size === file.sizeBytes && (await sha256OfFile(path)) === file.sha256) return path
  }
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('hex')
}

async function downloadFrom(
  source: FileSource,
  missing: readonly ExpectedFile[],
  directory: string,
  onProgress: (progress: FetchProgress) => void,
): Promise<void> {
  await mkdir(directory, { recursive: true })
  await removeAbandonedParts(directory)
  const totalBytes = missing.reduce((sum, file) => sum + file.sizeBytes, 0)
  let receivedBytes = 0
  onProgress({ source: source.name, receivedBytes, totalBytes })
  for await (const { file, bytes } of source.read(missing)) {
    await downloadAndVerify(file, bytes, directory, (count) => {
      receivedBytes += count
      onProgress({ source: source.name, receivedBytes, totalBytes })
    })
  }
}

async function downloadAndVerify(
  file: ExpectedFile,
  bytes: AsyncIterable<Uint8Array>,
  directory: string,
  onBytes: (count: number) => void,
): Promise<void> {
  const partPath = join(directory, `.${file.name}.${randomUUID()}${PART_SUFFIX}`)
  const part = await open(partPath, 'wx')
  try {
    const hash = createHash('sha256')
    let sizeBytes = 0
    for await (const piece of bytes) {
      sizeBytes += piece.length
      if (sizeBytes > file.sizeBytes) throw new AppError('unavailable', `${file.name} is longer than expected`)
      hash.update(piece)
      await part.writeFile(piece)
      onBytes(piece.length)
    }
    if (hash.digest('hex') !== file.sha256) {
      throw new AppError('unavailable', `${file.name} has a wrong sha256 (${sizeBytes} bytes received)`)
    }
    await part.close()
    await rename(partPath, join(directory, file.name))
  } finally {
    await part.close()
    await rm(partPath, { force: true })
  }
}

const PART_SUFFIX = '.part'
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Removes the partial files of killed processes; younger ones can belong to a running process. */
async function removeAbandonedParts(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith(PART_SUFFIX)) continue
    const path = join(directory, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}

/** Adds the cause: `fetch failed` alone does not name the host or the reason. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return error.message + cause
}
