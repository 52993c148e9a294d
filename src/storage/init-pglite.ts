import { existsSync, readdirSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { runInChildProcess } from '../start-worker.ts'

/**
 * Makes the embedded database's directory where there is none, in a process of its own: it takes several hundred
 * megabytes, of which a thread would leave a good part behind. The directory gets its name when it is whole, so a
 * process killed meanwhile leaves nothing that looks like a store.
 */
export async function initPglite(directory: string): Promise<void> {
  const there = existsSync(directory) ? readdirSync(directory) : []
  if (there.includes('PG_VERSION')) return
  if (there.length > 0) throw new Error(`it is not empty and has no database in it (${there[0]} is there)`)
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  await runInChildProcess('storage/init-pglite-worker', unfinished)
  await rename(unfinished, directory)
}
