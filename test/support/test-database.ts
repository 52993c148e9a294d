import { createHash, randomBytes } from 'node:crypto'
import { constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createTemporaryDatabase } from '../../src/cli/eval/temporary-database.ts'
import { type Database, type DatabaseSettings, openDatabase } from '../../src/storage/database.ts'
import { DirectoryLockedError, lockDirectory } from '../../src/storage/directory-lock.ts'
import { initPglite } from '../../src/storage/init-pglite.ts'

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
  const name = `lorewell_test_${randomBytes(8).toString('hex')}`
  const template = await ensureServerTemplate(serverUrl)
  await runOnServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-test-'))
  const settings = { databaseUrl: urlOf(serverUrl, name), dataDir }
  const database = await openDatabase({ ...settings, onQuery })
  return {
    settings,
    replicaUrl: replicaUrlFor(name),
    database,
    async close() {
      await database.close()
      await runOnServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Dozens of migrations take longer than a copy of a database that has them: it is made once per server and schema. */
async function ensureServerTemplate(serverUrl: string): Promise<string> {
  const template = `lorewell_template_${schemaHash()}`
  await runOnServer(serverUrl, async (client) => {
    // Released with the connection.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const { rows } = await client.query('select from pg_database where datname = $1', [template])
    if (rows.length > 0) return
    // A process that is killed while it makes the template leaves none under its name.
    await client.query(`drop database if exists ${template}_new with (force)`)
    await client.query(`create database ${template}_new`)
    const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-making-'))
    const database = await openDatabase({ databaseUrl: urlOf(serverUrl, `${template}_new`), dataDir })
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
    await client.query(`alter database ${template}_new rename to ${template}`)
  })
  return template
}

async function runOnServer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
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
  return process.env.TEST_REPLICA_URL ? urlOf(process.env.TEST_REPLICA_URL, name) : ''
}

async function createEmbedded(onQuery: DatabaseSettings['onQuery']): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-test-'))
  await copyTemplate('migrated', dataDir)
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

/** With the newest schema, or with none yet. */
type TemplateKind = 'migrated' | 'empty'

/** Puts a store into the directory, as a start would create it there. */
export async function copyTemplate(kind: TemplateKind, dataDir: string): Promise<void> {
  const template = await ensureTemplate(kind)
  await cp(join(template, 'pg'), join(dataDir, 'pg'), { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** A new PGlite directory costs seconds, a copy of a ready one little: it is made once per machine and schema. */
async function ensureTemplate(kind: TemplateKind): Promise<string> {
  const template = join(tmpdir(), `lorewell-${kind}-template-${process.getuid?.() ?? ''}-${schemaHash()}`)
  while (!existsSync(template)) {
    try {
      const lock = await lockDirectory(`${template}.making`)
      try {
        if (!existsSync(template)) await createTemplate(kind, template)
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

async function createTemplate(kind: TemplateKind, template: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lorewell-making-'))
  if (kind === 'empty') await initPglite(join(dataDir, 'pg'))
  else await (await openDatabase({ databaseUrl: '', dataDir })).close()
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
