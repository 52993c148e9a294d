import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { DirectoryLockedError, lockDirectory } from '../../storage/directory-lock.ts'
import {
  connectionAdvice,
  describeConnectionFailure,
  findUnmetRequirement,
  readServerVersions,
} from '../../storage/server-requirements.ts'
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
    if (error instanceof AppError) return { part, state: 'bad', says: error.message }
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
    const versions = await readServerVersions(client)
    const unmet = findUnmetRequirement(versions)
    if (unmet) return { part, state: 'bad', says: unmet.problem, advice: unmet.advice }
    return { part, state: 'well', says: `PostgreSQL ${versions.major} with pgvector ${versions.pgvector}` }
  } catch (error) {
    return { part, state: 'bad', says: describeConnectionFailure(error), advice: connectionAdvice }
  } finally {
    await client.end().catch(() => {})
  }
}
