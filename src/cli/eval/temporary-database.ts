import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { UsageError } from '../command.ts'

/** Creates a database on a PostgreSQL server; `drop` removes it. */
export async function createTemporaryDatabase(
  serverUrl: string,
  prefix = 'lorewell_eval_',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = prefix + randomBytes(8).toString('hex')
  await runStatement(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runStatement(serverUrl, `drop database ${name} with (force)`) }
}

async function runStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  try {
    await client.connect()
    await client.query(statement)
  } catch (cause) {
    throw new UsageError(
      `The server given by --server failed to run "${statement}": ${cause instanceof Error ? cause.message : cause}. Check its address, and that the user can create databases.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
