import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { statementName } from './prepared-statements.ts'

/** Runs a statement within a transaction that begins as given, and returns its rows. */
export type PipelinedRead = <Row>(begin: string, statement: CompiledQuery<Row>) => Promise<Row[]>

/**
 * The embedded database is in another thread, and each message to it and back takes as long as a small statement. Here the
 * transaction and the statement in it are one; the statement itself is read and planned once.
 */
export function createPipelinedRead(pool: pg.Pool): PipelinedRead {
  const known = new WeakMap<pg.PoolClient, Set<string>>()

  async function prepared(client: pg.PoolClient, text: string): Promise<string> {
    const names = known.get(client) ?? new Set()
    known.set(client, names)
    const name = `one_${statementName(text)}`
    if (!names.has(name)) await client.query(`prepare ${pg.escapeIdentifier(name)} as ${text}`)
    names.add(name)
    return pg.escapeIdentifier(name)
  }

  return async <Row>(begin: string, { sql, parameters }: CompiledQuery<Row>) => {
    const client = await pool.connect()
    try {
      const name = await prepared(client, sql)
      const given = parameters.length > 0 ? `(${parameters.map(toSqlLiteral).join(', ')})` : ''
      // One result for each statement: the last but one is what was asked for.
      const results = (await client.query(`${begin}; execute ${name}${given}; commit`)) as unknown
      return ((results as pg.QueryResult[]).at(-2)?.rows ?? []) as Row[]
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
}

function toSqlLiteral(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every(Number.isFinite)) return `'{${value.join(',')}}'`
  throw new TypeError('Only texts, numbers and lists of numbers are foreseen here')
}
