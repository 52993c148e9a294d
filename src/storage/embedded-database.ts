import { join } from 'node:path'
import { lockDirectory } from './directory-lock.ts'
import { type PgliteServer, startPgliteServer } from './pglite-server.ts'

/** The embedded database of a data directory that this process alone holds. */
export interface EmbeddedDatabase {
  /** Settles when it is open. */
  server: Promise<PgliteServer>
  close(): Promise<void>
}

/**
 * Resolves when the directory is held and the database's thread is at work. It needs neither client nor schema, so that a
 * start can begin with it and load those meanwhile: nothing takes longer.
 */
export async function startEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const lock = await lockDirectory(dataDir)
  const server = startPgliteServer(join(dataDir, 'pg'))
  // Whoever opens the database awaits it; a failure that comes before must not end the process.
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
