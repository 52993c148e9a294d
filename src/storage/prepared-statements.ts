import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'

const preparedMarker = '/* prepared */'

/**
 * Starts a statement of constant text that the embedded database prepares once: parsing and planning in WebAssembly take
 * longer than execution. Ignored on a server, where a pooler can assign each transaction to another session.
 */
export const asPrepared = sql.raw(preparedMarker)

const readOnlyMarker = '/* read only */'

/** Starts a statement that writes nothing and is planned each time; it leaves the write counter unchanged. */
export const asReadOnly = sql.raw(readOnlyMarker)

/** Wraps the embedded database's pool: prepares marked statements and counts writes. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool & { writeCount(): number } {
  const writes = createWriteCounter()
  // The session outlives a broken client, and its statement names would collide with those of the next one.
  pool.on('connect', (client) => void client.query('deallocate all').catch(() => {}))
  return {
    connect: async () => wrapPoolClient(await pool.connect(), writes.record),
    end: () => pool.end(),
    writeCount: writes.count,
  }
}

function wrapPoolClient(client: pg.PoolClient, recordStatement: (text: string) => void): PostgresPoolClient {
  // Kysely passes only text and values here, never a cursor.
  const query = (text: string, values: readonly unknown[]) => {
    recordStatement(text)
    return client.query({
      text,
      values: [...values],
      ...(text.startsWith(preparedMarker) && { name: statementName(text) }),
    })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}

/** Returns a name derived from the statement's text. */
export function statementName(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Counts the statements that can write: all except those in a read-only transaction, those marked read-only, and prepared
 * statements that start with select (which call only functions that write nothing).
 */
function createWriteCounter(): { record(text: string): void; count(): number } {
  const preparedSelect = new RegExp(`^${preparedMarker.replaceAll('*', '\\*')}\\s*select\\b`)
  let count = 0
  let isReadOnly = false
  return {
    record(text) {
      if (text.startsWith('begin')) isReadOnly = text.includes('read only')
      else if (text === 'commit' || text === 'rollback') isReadOnly = false
      else if (!isReadOnly && !text.startsWith(readOnlyMarker) && !preparedSelect.test(text)) count++
    },
    count: () => count,
  }
}
