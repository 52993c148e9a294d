import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'

const preparedMarker = '/* kept */'

/**
 * Begins a statement of constant text that is run again and again: the embedded database then reads and plans it once,
 * which in WebAssembly takes longer than running it. A server of its own does without: poolers in front of it may give
 * every transaction another session.
 */
export const asPrepared = sql.raw(preparedMarker)

const readOnlyMarker = '/* only reads */'

/** Begins a statement that writes nothing, though it does not look like it: it is planned anew each time. */
export const asReadOnly = sql.raw(readOnlyMarker)

/** The pool of the embedded database's one session, with what is kept there given a name. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool & { writeCount(): number } {
  const watch = createWriteCounter()
  // The session outlives a client that lost its way, and with it the names that the next one would give again.
  pool.on('connect', (client) => void client.query('deallocate all').catch(() => {}))
  return {
    connect: async () => wrapPoolClient(await pool.connect(), watch.note),
    end: () => pool.end(),
    writeCount: watch.count,
  }
}

function wrapPoolClient(client: pg.PoolClient, note: (text: string) => void): PostgresPoolClient {
  // Nothing here streams: Kysely gives texts only, never a cursor.
  const query = (text: string, values: readonly unknown[]) => {
    note(text)
    return client.query({
      text,
      values: [...values],
      ...(text.startsWith(preparedMarker) && { name: statementName(text) }),
    })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}

/** The same for the same text. */
export function statementName(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Counts what may have written something: everything but what stands in a transaction that only reads, what is marked so,
 * and kept statements that begin with a select (these call no function that the database would let write).
 */
function createWriteCounter(): { note(text: string): void; count(): number } {
  const reading = new RegExp(`^${preparedMarker.replaceAll('*', '\\*')}\\s*select\\b`)
  let count = 0
  let isReading = false
  return {
    note(text) {
      if (text.startsWith('begin')) isReading = text.includes('read only')
      else if (text === 'commit' || text === 'rollback') isReading = false
      else if (!isReading && !text.startsWith(readOnlyMarker) && !reading.test(text)) count++
    },
    count: () => count,
  }
}
