import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { copyTemplate } from './test-database.ts'

/** An empty place for a store, on the engine that the suite does not run on where there is a server, else embedded. */
export async function createRestoreTarget(): Promise<{
  settings: DatabaseSettings
  remove: () => Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lorewell-restored-'))
  const removeFolder = async () => rmSync(dataDir, { recursive: true })
  const serverUrl = process.env.OTHER_DATABASE_URL
  if (!serverUrl) {
    await copyTemplate('empty', dataDir)
    return { settings: { dataDir, databaseUrl: '' }, remove: removeFolder }
  }
  const name = `lorewell_restored_${randomBytes(8).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  return {
    settings: { dataDir, databaseUrl },
    remove: async () => {
      await run(`drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}
