import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file that survives a power cut, all or nothing: `write` fills a temporary file, which is flushed to disk and
 * renamed to `path`. A failure leaves neither file behind. `write` must create the file exclusively: in a directory that
 * others can write to, one of them could put a file of their own at its path.
 */
export async function writeDurably<T>(path: string, write: (partialPath: string) => Promise<T>): Promise<T> {
  const partial = `${path}.partial`
  try {
    await rm(partial, { force: true })
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
