import { join } from 'node:path'
import { lockDirectory } from './directory-lock.ts'
import { type PgliteServer, startPgliteServer } from './pglite-server.ts'
import { makeDirectoryPrivate } from './private-directory.ts'

/** The embedded database of a data directory that is locked by this process. */
export interface EmbeddedDatabase {
  /** Resolves when the database is open. */
  server: Promise<PgliteServer>
  close(): Promise<void>
}

/**
 * Makes the directory private, locks it and starts the database thread. It needs neither client nor schema: a start
 * begins with this, its slowest step, and loads the other modules meanwhile.
 */
export async function startEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const warning = makeDirectoryPrivate(dataDir)
  if (warning) process.emitWarning(warning)
  const lock = await lockDirectory(dataDir)
  const server = startPgliteServer(join(dataDir, 'pg'))
  // openDatabase awaits it; an earlier rejection must not end the process.
  server.catch(() => {})
  return {
    server,
    async close() {
      const started = await server.catch(() => undefined)
      await started?.close()
      await lock.release()
    },
  }
}
