import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { statementName } from './prepared-statements.ts'

/** Runs a statement in a transaction opened by `begin`, and returns its rows. */
export type PipelinedRead = <Row>(begin: string, statement: CompiledQuery<Row>) => Promise<Row[]>

/**
 * Sends transaction and statement in one message: a round trip to the database thread takes as long as a small statement.
 * The statement is prepared once.
 */
export function createPipelinedRead(pool: pg.Pool): PipelinedRead {
  const preparedNames = new WeakMap<pg.PoolClient, Set<string>>()

  async function prepare(client: pg.PoolClient, text: string): Promise<string> {
    const names = preparedNames.get(client) ?? new Set()
    preparedNames.set(client, names)
    const name = `pipelined_${statementName(text)}`
    if (!names.has(name)) await client.query(`prepare ${pg.escapeIdentifier(name)} as ${text}`)
    names.add(name)
    return pg.escapeIdentifier(name)
  }

  return async <Row>(begin: string, { sql, parameters }: CompiledQuery<Row>) => {
    const client = await pool.connect()
    try {
      const name = await prepare(client, sql)
      const args = parameters.length > 0 ? `(${parameters.map(toSqlLiteral).join(', ')})` : ''
      // One result per statement; the last one is the commit's.
      const results = (await client.query(`${begin}; execute ${name}${args}; commit`)) as unknown
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
  throw new TypeError('A pipelined read only takes strings, numbers and arrays of numbers')
}
