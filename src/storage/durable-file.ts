import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A file that is being written changes all the time. */
const abandonedAfterMs = 3600_000
const partialSuffix = /^(?:\.[\da-f]{8})?\.partial$/

/**
 * Writes a file that survives a power cut, all or nothing: `write` fills a temporary file, which is flushed to disk and
 * renamed to `path`. A failure leaves neither file behind; of two writers at once, the last one's file stays. `write` must
 * create the file exclusively: in a directory that others can write to, one of them could put a file of their own at its path.
 */
export async function writeDurably<T>(path: string, write: (partialPath: string) => Promise<T>): Promise<T> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`
  try {
    await removeAbandoned(path)
    const result = await write(partial)
    await fsyncPath(partial)
    await rename(partial, path)
    await fsyncPath(dirname(path))
    return result
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Removes the temporary files of processes that were killed while they wrote this file. */
async function removeAbandoned(path: string): Promise<void> {
  const directory = dirname(path)
  const name = basename(path)
  // A directory can be writable without being readable.
  const names = await readdir(directory).catch(() => [])
  for (const found of names) {
    if (!found.startsWith(name) || !partialSuffix.test(found.slice(name.length))) continue
    const partial = join(directory, found)
    const modifiedAt = await stat(partial).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (modifiedAt !== undefined && Date.now() - modifiedAt > abandonedAfterMs) await rm(partial, { force: true })
  }
}

/** Flushes a file or a directory to disk. */
export async function fsyncPath(path: string): Promise<void> {
  // Windows cannot open a directory this way and does not need it.
  try {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}
