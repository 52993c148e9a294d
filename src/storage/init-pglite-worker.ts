import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openPglite } from './open-pglite.ts'

/** Makes a store in the directory named by the first argument, and sees to it that it is on the disk. */
const directory = process.argv[2]
if (!directory) throw new Error('init-pglite-worker needs a directory')
try {
  const database = await openPglite(directory)
  await database.close()
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    fsyncFile(join(directory, entry))
  fsyncFile(directory)
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function fsyncFile(path: string): void {
  // Windows opens no directory this way, and needs it not.
  try {
    const file = openSync(path, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}
