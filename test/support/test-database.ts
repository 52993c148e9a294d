import { createHash } from 'node:crypto'
import { constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTemporaryDatabase } from '../../src/cli/eval/temporary-database.ts'
import { type Database, type DatabaseSettings, openDatabase } from '../../src/storage/database.ts'
import { DirectoryLockedError, lockDirectory } from '../../src/storage/directory-lock.ts'

export interface TestDatabase {
  database: Database
  settings: DatabaseSettings
  /** The same store on the streaming replica that TEST_REPLICA_URL names; '' without one. */
  replicaUrl: string
  close(): Promise<void>
}

/** An empty store at the newest schema, on PostgreSQL where TEST_DATABASE_URL is set, else on PGlite; or a given one. */
export async function createTestDatabase(
  settings?: DatabaseSettings,
  onQuery?: DatabaseSettings['onQuery'],
): Promise<TestDatabase> {
  if (settings) {
    const database = await openDatabase({ ...settings, onQuery })
    return { database, settings, replicaUrl: '', close: () => database.close() }
  }
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl ? createOnServer(serverUrl, onQuery) : createEmbedded(onQuery)
}

async function createOnServer(serverUrl: string, onQuery: DatabaseSettings['onQuery']): Promise<TestDatabase> {
  const empty = await createEmptyDatabase(serverUrl)
  const database = await openDatabase({ ...empty.settings, onQuery })
  return {
    ...empty,
    database,
    async close() {
      await database.close()
      await empty.close()
    },
  }
}

/** A database on a server, before anybody has opened it. */
export async function createEmptyDatabase(serverUrl: string): Promise<Omit<TestDatabase, 'database'>> {
  const { url, drop } = await createTemporaryDatabase(serverUrl, 'lorewell_test_')
  const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-test-'))
  return {
    settings: { databaseUrl: url, dataDir },
    replicaUrl: replicaUrlFor(new URL(url).pathname.slice(1)),
    async close() {
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function replicaUrlFor(name: string): string {
  if (!process.env.TEST_REPLICA_URL) return ''
  const url = new URL(process.env.TEST_REPLICA_URL)
  url.pathname = `/${name}`
  return url.href
}

async function createEmbedded(onQuery: DatabaseSettings['onQuery']): Promise<TestDatabase> {
  const template = await ensureTemplate()
  const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-test-'))
  await cp(join(template, 'pg'), join(dataDir, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE })
  const settings = { databaseUrl: '', dataDir }
  const database = await openDatabase({ ...settings, onQuery })
  return {
    database,
    settings,
    replicaUrl: '',
    async close() {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new PGlite directory costs seconds, a copy of a ready one little: it is made once per machine and schema. */
async function ensureTemplate(): Promise<string> {
  const template = join(tmpdir(), `lorewell-template-${process.getuid?.() ?? ''}-${schemaHash()}`)
  while (!existsSync(template)) {
    try {
      const lock = await lockDirectory(`${template}.making`)
      try {
        if (!existsSync(template)) await createTemplate(template)
      } finally {
        await lock.release()
      }
    } catch (error) {
      if (!(error instanceof DirectoryLockedError)) throw error
      await wait(100)
    }
  }
  return template
}

async function createTemplate(template: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-making-'))
  const database = await openDatabase({ databaseUrl: '', dataDir })
  await database.close()
  await rename(dataDir, template)
}

function schemaHash(): string {
  const hash = createHash('sha256')
  const migrations = new URL('../../src/storage/migrations/', import.meta.url)
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(new URL(name, migrations)))
  // Who writes the directory decides its format, too.
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  for (const [name, { version }] of Object.entries(lock.packages))
    if (name.includes('@electric-sql/')) hash.update(`${name}@${version}`)
  return hash.digest('hex').slice(0, 16)
}
