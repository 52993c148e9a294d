import { existsSync, readdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { runInChildProcess } from '../start-worker.ts'

/**
 * Creates the embedded database's directory if there is none, in a child process: it needs several hundred megabytes,
 * and a thread would not free all of them. The directory is renamed once it is complete, so a process killed meanwhile
 * leaves nothing that looks like a store.
 */
export async function initPglite(directory: string): Promise<void> {
  const entries = existsSync(directory) ? readdirSync(directory) : []
  if (entries.includes('PG_VERSION')) return
  if (entries.length > 0) throw new Error(`it is not empty and contains no database (found ${entries[0]})`)
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  try {
    await runInChildProcess('storage/init-pglite-worker', unfinished)
    await rename(unfinished, directory)
  } catch (error) {
    // On a full disk, what is left behind would fill it.
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}
