import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fsyncPath } from './durable-file.ts'
import { openPglite } from './open-pglite.ts'

/** Creates a store in the directory given as the first argument, and flushes it to disk. */
async function initialize(directory: string): Promise<void> {
  const database = await openPglite(directory)
  await database.close()
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    await fsyncPath(join(directory, entry))
  await fsyncPath(directory)
}

const directory = process.argv[2]
if (!directory) throw new Error('init-pglite-worker needs a directory')
initialize(directory).catch((error: unknown) => {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
