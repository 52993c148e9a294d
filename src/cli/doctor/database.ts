import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { DirectoryLockedError, lockDirectory } from '../../storage/directory-lock.ts'
import type { Finding } from './finding.ts'

const part = 'database'

/** Checks the database without opening the store, which would migrate it. */
export async function checkDatabase({ databaseUrl, dataDir }: Config): Promise<Finding> {
  return databaseUrl ? checkServer(databaseUrl) : checkEmbedded(dataDir)
}

async function checkEmbedded(dataDir: string): Promise<Finding> {
  if (!existsSync(join(dataDir, 'pg'))) {
    return { part, state: 'well', says: 'embedded; the first start creates it' }
  }
  try {
    const lock = await lockDirectory(dataDir)
    await lock.release()
    return { part, state: 'well', says: 'embedded, not in use' }
  } catch (error) {
    if (!(error instanceof DirectoryLockedError)) throw error
    return {
      part,
      state: 'well',
      says: 'embedded, in use by a running server',
      advice: 'Other commands can use the server: add --server URL --key KEY.',
    }
  }
}

async function checkServer(databaseUrl: string): Promise<Finding> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; vector: string | null }>(`
      select current_setting('server_version_num')::int as version,
        (select default_version from pg_available_extensions where name = 'vector') as vector`)
    const { version = 0, vector } = rows[0] ?? {}
    const major = Math.floor(version / 10_000)
    if (major < 17) {
      return {
        part,
        state: 'bad',
        says: `PostgreSQL ${major} is too old`,
        advice: 'Use PostgreSQL 17 or newer.',
      }
    }
    if (!vector) {
      return {
        part,
        state: 'bad',
        says: `PostgreSQL ${major} has no pgvector`,
        advice: `Install the extension on the server (Debian: postgresql-${major}-pgvector).`,
      }
    }
    return {
      part,
      state: 'well',
      says: `PostgreSQL ${major} with pgvector ${vector}`,
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return {
      part,
      state: 'bad',
      // The driver's messages contain host and user, never the password.
      says: `DATABASE_URL cannot be reached: ${message || code}`,
      advice: 'Check host, port, name and password, and that the server accepts connections from this machine.',
    }
  } finally {
    await client.end().catch(() => {})
  }
}
