import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { checkDiskSpace } from './disk-space.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { ignorePoolErrors } from './ignore-pool-errors.ts'
import { migrate } from './migrate.ts'
import { createPipelinedRead, type PipelinedRead } from './pipelined-read.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import { openReplica, type Replica } from './replica.ts'
import type { Schema } from './schema.ts'

export type Sql = Kysely<Schema>

/** Who reads: row-level security lets through what this person may see, and nothing without one. */
export interface Reader {
  organizationId: string
  memberId: string
}

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** How terms are ranked: true BM25 where pg_textsearch is installed, else over a tsvector of the same terms. */
  readonly lexical: 'bm25' | 'tsvector'
  /** Spread over the workers of a Citus cluster. */
  readonly isDistributed: boolean
  /** Single statements of the service's own work: sign-in, settings, writes whose permission has been checked. */
  readonly unrestricted: Sql
  /** Several such statements that hold together or not at all. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads everything as it is at one moment, whatever is written meanwhile. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** Reads content as one person, behind row-level security; on the replica where there is one and it is up to date. */
  readAs<T>(reader: Reader, work: (sql: Sql) => Promise<T>): Promise<T>
  /** The same for a single statement, which the embedded database gets in one message. */
  readStatementAs<Row>(reader: Reader, statement: RawBuilder<Row>): Promise<Row[]>
  /**
   * Does something that must see what the transaction around this call writes: once it is committed, outside of it, and
   * not at all where it is rolled back. At once where there is no transaction.
   */
  afterCommit(work: () => void): void
  /**
   * Grows with everything that may write, before it does: as long as it stays the same, nothing has changed. Undefined
   * where others may write, too.
   */
  writeCount(): number | undefined
  /** How many reads the replica served and how many it left to the primary; undefined without one. */
  replicaReadCounts(): ReturnType<Replica['readCounts']> | undefined
  close(): Promise<void>
}

export interface DatabaseSettings {
  databaseUrl: string
  dataDir: string
  /** That directory's store where it was held before this; it is closed with the database. */
  embeddedDatabase?: EmbeddedDatabase
  /** A streaming replica of that server; absent: everything is read from it. */
  replicaUrl?: string
  onReplicaError?: (error: unknown) => void
  maxConnections?: number
  /** Hears of every statement, without its values, once it is done. */
  onQuery?: (query: { sql: string; ms: number; isFailed: boolean }) => void
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Opens the embedded database or a PostgreSQL server, and brings its schema up to date. */
export async function openDatabase(
  settings: DatabaseSettings,
  /** Only these, for a store that rows of an older version are put into. */
  { migrations }: { migrations?: readonly string[] } = {},
): Promise<Database> {
  const server = settings.databaseUrl ? connectPostgres(settings) : await connectPglite(settings)
  try {
    const client = await server.pool.connect()
    try {
      await migrate(client, migrations)
      return createDatabase(server, await detectFeatures(client), settings.onQuery)
    } finally {
      client.release()
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

type DatabaseFeatures = Pick<Database, 'lexical' | 'isDistributed'>

async function detectFeatures(client: pg.ClientBase): Promise<DatabaseFeatures> {
  const { rows } = await client.query<{ extname: string }>('select extname from pg_extension')
  const has = (name: string) => rows.some((row) => row.extname === name)
  const distributed = has('citus') ? await client.query('select from pg_dist_partition limit 1') : undefined
  return {
    lexical: has('pg_textsearch') ? 'bm25' : 'tsvector',
    isDistributed: distributed !== undefined && distributed.rows.length > 0,
  }
}

interface DatabaseBackend {
  engine: Database['engine']
  pool: pg.Pool
  /** What Kysely gets of it. */
  kyselyPool: PostgresPool
  replica?: Replica
  writeCount(): number | undefined
  /** Where it is faster than a message for the beginning, one for the statement and one for the end. */
  pipelinedRead?: PipelinedRead
  /** Refuses a write that there may be no room for. */
  checkDiskSpace(): Promise<void>
  close(): Promise<void>
}

function connectPostgres({
  databaseUrl,
  replicaUrl,
  onReplicaError: onTrouble,
  maxConnections = 16,
}: DatabaseSettings): DatabaseBackend {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    application_name: 'lorewell',
  })
  ignorePoolErrors(pool)
  const replica = replicaUrl
    ? openReplica({ url: replicaUrl, primary: pool, maxConnections, onTrouble })
    : undefined
  return {
    engine: 'postgres',
    pool,
    kyselyPool: pool,
    replica,
    writeCount: () => undefined,
    checkDiskSpace: async () => {},
    async close() {
      await replica?.close()
      await pool.end()
    },
  }
}

async function connectPglite({ dataDir, embeddedDatabase }: DatabaseSettings): Promise<DatabaseBackend> {
  const store = embeddedDatabase ?? (await startEmbeddedDatabase(dataDir))
  try {
    const embedded = await store.server
    const pool = new pg.Pool({
      max: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      stream: () => embedded.connect() as never,
    })
    ignorePoolErrors(pool)
    const kyselyPool = withPreparedStatements(pool)
    return {
      engine: 'pglite',
      pool,
      kyselyPool,
      writeCount: kyselyPool.writeCount,
      pipelinedRead: createPipelinedRead(pool),
      checkDiskSpace: () => checkDiskSpace(dataDir),
      async close() {
        await pool.end()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

function createDatabase(
  server: DatabaseBackend,
  traits: DatabaseFeatures,
  onQuery: DatabaseSettings['onQuery'],
): Database {
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: server.kyselyPool }),
    ...(onQuery && {
      log: ({ level, query, queryDurationMillis }) =>
        onQuery({ sql: query.sql, ms: queryDurationMillis, isFailed: level === 'error' }),
    }),
  })
  // The embedded database has one session. Asking it for a second connection from inside a transaction would wait for
  // ever, so it fails at once, on both engines alike.
  const around = new AsyncLocalStorage<TransactionScope | undefined>()
  let closing: Promise<void> | undefined

  const refuseInside = () => {
    if (around.getStore()?.isOpen)
      throw new Error('A transaction was begun inside another one: pass its sql on instead')
  }

  const within = <T>(begin: string, work: (sql: Sql) => Promise<T>, on: Sql = kysely): Promise<T> =>
    new Promise((resolve, reject) => {
      refuseInside()
      const transaction: TransactionScope = { isOpen: true, afterCommit: [] }
      // What was read is read: nobody need wait for the end of a transaction that changes nothing.
      const onlyReads = begin.includes('read only')
      on.connection()
        .execute((connection) =>
          around.run(transaction, async () => {
            try {
              await sql.raw(begin).execute(connection)
              const worked = await work(connection)
              if (onlyReads) resolve(worked)
              await sql.raw('commit').execute(connection)
              return worked
            } catch (error) {
              // A connection that is gone has nothing to take back, and what went wrong first is what must be told.
              await sql
                .raw('rollback')
                .execute(connection)
                .catch(() => {})
              throw error
            } finally {
              transaction.isOpen = false
            }
          }),
        )
        .then((worked) => {
          around.run(undefined, () => {
            for (const next of transaction.afterCommit) next()
          })
          resolve(worked)
        })
        .catch(reject)
    })

  const { replica } = server
  const read = async <T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
    if (!replica?.isAvailable()) return within(begin, work)
    const position = await replica.primaryPosition()
    try {
      const workThere = async (store: Sql) => {
        await replica.waitForPosition(store, position)
        return work(store)
      }
      return await within(begin, workThere, replica.sql)
    } catch (error) {
      if (!replica.shouldRetryOnPrimary(error)) throw error
      return within(begin, work)
    }
  }

  return {
    engine: server.engine,
    ...traits,
    unrestricted: kysely,
    async transaction(work) {
      await server.checkDiskSpace()
      return within('begin', work)
    },
    snapshot: (work) => within('begin isolation level repeatable read read only', work),
    readAs: (reader, work) => read(beginReadAs(reader), work),
    async readStatementAs(reader, statement) {
      if (!server.pipelinedRead)
        return (await read(beginReadAs(reader), (store) => statement.execute(store))).rows
      refuseInside()
      const compiled = statement.compile(kysely)
      const startedAt = performance.now()
      let isFailed = true
      try {
        const rows = await server.pipelinedRead(beginReadAs(reader), compiled)
        isFailed = false
        return rows
      } finally {
        onQuery?.({ sql: compiled.sql, ms: performance.now() - startedAt, isFailed })
      }
    },
    afterCommit(work) {
      const transaction = around.getStore()
      if (transaction?.isOpen) transaction.afterCommit.push(work)
      else around.run(undefined, work)
    },
    writeCount: server.writeCount,
    replicaReadCounts: () => replica?.readCounts(),
    close() {
      closing ??= server.close()
      return closing
    },
  }
}

/** Compiling a query takes a server longer than running ours. */
function beginReadAs({ organizationId, memberId }: Reader): string {
  return `begin read only; set local jit = off; set local role lorewell_reader; set local lorewell.org = ${quoteLiteral(organizationId)}; set local lorewell.member = ${quoteLiteral(memberId)}`
}

interface TransactionScope {
  isOpen: boolean
  afterCommit: (() => void)[]
}

function quoteLiteral(text: string): string {
  return pg.escapeLiteral(text)
}
