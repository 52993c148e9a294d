import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

const script = fileURLToPath(new URL('../../scripts/test-postgres.mjs', import.meta.url))

export interface PostgresCluster {
  url: string
  /** Starts a streaming replica, in the place of one that is there. */
  addReplica(): Promise<{ url: string }>
  /** Ends streaming to the replica: it has what it has received so far. */
  disconnectReplica(): Promise<void>
  /** Ends the primary without any warning. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Makes the replica a primary; returns its address. */
  promoteReplica(): Promise<string>
  /** Copies the data aside. */
  save(): Promise<void>
  /** Replaces the data by the saved copy. */
  restore(): Promise<void>
  remove(): Promise<void>
}

/** A PostgreSQL server of the test's own, beside the one of TEST_DATABASE_URL, which it can stop, promote and restore. */
export async function startPostgresCluster(name: string): Promise<PostgresCluster> {
  const run = async (command: string, ...options: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, command, '--name', name, ...options])
    return stdout.trim()
  }
  await run('remove')
  const url = await run('up')
  let replicaUrl = ''
  return {
    url,
    async addReplica() {
      await run('down', '--replica')
      replicaUrl = await run('up', '--replica')
      return { url: replicaUrl }
    },
    async disconnectReplica() {
      const client = new pg.Client({ connectionString: replicaUrl })
      await client.connect()
      await client.query(`alter system set primary_conninfo = ''`)
      await client.query('select pg_reload_conf()')
      for (let isStreaming = true; isStreaming; ) {
        const { rows } = await client.query('select from pg_stat_wal_receiver')
        isStreaming = rows.length > 0
      }
      await client.end()
    },
    crash: async () => void (await run('crash')),
    start: async () => void (await run('up')),
    promoteReplica: () => run('promote'),
    save: async () => void (await run('save')),
    restore: async () => void (await run('restore')),
    remove: async () => void (await run('remove')),
  }
}
