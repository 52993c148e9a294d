import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { SecretEncryption } from '../identity/secret-encryption.ts'
import type { Database, Sql } from '../storage/database.ts'

/** A connection as stored, without its secrets. */
export interface Connection {
  organizationId: string
  id: string
  kind: string
  name: string
  rootId: string
  /** Without secrets. */
  settings: Record<string, unknown>
  hasSecrets: boolean
  /** Null: runs on request only. */
  everyMinutes: number | null
  cursor: string | null
  checkpoint: string | null
  checkpointAt: Date | null
  pass: number
  state: 'idle' | 'waiting' | 'running'
  allowsRemovals: boolean
  outcome: 'done' | 'failed' | 'cancelled' | null
  lastError: string | null
  /** Failed attempts in a row. */
  failures: number
  startedAt: Date | null
  finishedAt: Date | null
  nextRunAt: Date | null
  counts: RunCounts
  /** Items that the origin no longer lists and that are kept until an admin confirms. */
  heldRemovals: number
  createdAt: Date
  updatedAt: Date
}

export interface RunCounts {
  listed: number
  added: number
  changed: number
  removed: number
}

export interface ConnectionKey {
  organizationId: string
  id: string
}

type ConnectionSetup = Pick<
  Connection,
  'organizationId' | 'id' | 'kind' | 'name' | 'rootId' | 'settings' | 'everyMinutes' | 'nextRunAt'
>

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** Reads and writes connections. Secrets are encrypted and returned by `readSecrets` only. */
export function createConnectionStore({
  database,
  encryption,
  now,
}: {
  database: Database
  encryption: SecretEncryption
  now: () => Date
}) {
  const purposeOf = ({ organizationId, id }: ConnectionKey) => `connection.secrets of ${organizationId}/${id}`

  async function select(which: RawBuilder<unknown>, store: Sql = database.unrestricted): Promise<Connection[]> {
    const { rows } = await sql<Omit<Connection, 'counts'> & RunCounts>`
      select org_id as "organizationId", id, kind, name, root_id as "rootId", settings, secrets is not null as "hasSecrets",
        every_minutes as "everyMinutes", cursor, checkpoint, checkpoint_at as "checkpointAt", pass, state,
        allows_removals as "allowsRemovals", outcome, last_error as "lastError", failures, started_at as "startedAt",
        finished_at as "finishedAt", next_run_at as "nextRunAt", listed, added, changed, removed,
        held_removals as "heldRemovals", created_at as "createdAt", updated_at as "updatedAt"
      from connection where ${which} order by lower(name), id`.execute(store)
    return rows.map(({ listed, added, changed, removed, ...row }) => ({
      ...row,
      counts: { listed, added, changed, removed },
    }))
  }

  return {
    list: (organizationId: string): Promise<Connection[]> => select(sql`org_id = ${organizationId}`),

    /** Returns the connections of all organizations that run on a schedule or wait for a run. */
    listDue: (): Promise<Connection[]> => select(sql`every_minutes is not null or state <> 'idle'`),

    async find({ organizationId, id }: ConnectionKey): Promise<Connection | undefined> {
      return (await select(sql`org_id = ${organizationId} and id = ${id}`))[0]
    },

    /** Returns the connection, locked: what a change leaves as it is, nobody else changes meanwhile. */
    async findForUpdate(store: Sql, { organizationId, id }: ConnectionKey): Promise<Connection | undefined> {
      const key = sql`org_id = ${organizationId} and id = ${id}`
      await sql`select from connection where ${key} for no key update`.execute(store)
      return (await select(key, store))[0]
    },

    /** Returns undefined if the secrets were encrypted with another key. */
    async readSecrets(key: ConnectionKey): Promise<Record<string, unknown> | undefined> {
      const { rows } = await sql<{ secrets: string | null }>`
        select secrets from connection where org_id = ${key.organizationId} and id = ${key.id}`.execute(
        database.unrestricted,
      )
      const encrypted = rows[0]?.secrets
      if (encrypted === null || encrypted === undefined) return {}
      const text = await encryption.decrypt(encrypted, purposeOf(key))
      return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
    },

    /** Encrypts secrets for `save`, before its transaction: it reads the key of the server. */
    async encryptSecrets(key: ConnectionKey, secrets: Record<string, unknown>): Promise<string | null> {
      if (Object.keys(secrets).length === 0) return null
      return encryption.encrypt(JSON.stringify(secrets), purposeOf(key))
    },

    /** Creates a connection. Fails if its id or its data source is taken, also by another transaction of this moment. */
    async create(store: Sql, connection: ConnectionSetup & { encryptedSecrets: string | null }): Promise<void> {
      const { organizationId, id, rootId, encryptedSecrets } = connection
      const { rows } = await sql`
        ${insertConnection(connection, encryptedSecrets, now())} on conflict do nothing returning id`.execute(store)
      if (rows.length > 0) return
      const taken = await select(sql`org_id = ${organizationId} and id = ${id}`, store)
      if (taken.length > 0)
        throw new AppError('conflict', `There is already a connection with the id ${id}. Choose another id.`)
      throw new AppError(
        'conflict',
        `The data source ${rootId} has a connection already. Change that one, or delete it first.`,
      )
    },

    /**
     * Creates or replaces what an admin sets up. With `restarts`, the current run ends and stores nothing more, and the next
     * one lists everything: other settings can mean other items.
     */
    async save(
      store: Sql,
      connection: ConnectionSetup & {
        /** Undefined: the stored ones stay; null: there are none. */
        encryptedSecrets: string | null | undefined
        restarts: boolean
      },
    ): Promise<void> {
      const { encryptedSecrets, restarts } = connection
      await sql`
        ${insertConnection(connection, encryptedSecrets ?? null, now())}
        on conflict (org_id, id) do update set name = excluded.name, settings = excluded.settings,
          secrets = case when ${encryptedSecrets === undefined} then connection.secrets else excluded.secrets end,
          every_minutes = excluded.every_minutes, next_run_at = excluded.next_run_at, updated_at = excluded.updated_at,
          cursor = case when ${restarts} then null else connection.cursor end,
          checkpoint = case when ${restarts} then null else connection.checkpoint end,
          run_id = case when ${restarts} then null else connection.run_id end,
          state = case when ${restarts} then 'idle' else connection.state end,
          failures = case when ${restarts} then 0 else connection.failures end`.execute(store)
    },

    async remove(store: Sql, { organizationId, id }: ConnectionKey): Promise<boolean> {
      const { rows } = await sql`
        delete from connection where org_id = ${organizationId} and id = ${id} returning id`.execute(store)
      return rows.length > 0
    },

    /** Changes the state of a connection as an admin or the schedule asks. */
    async update(
      store: Sql,
      { organizationId, id }: ConnectionKey,
      change: Partial<{
        state: Connection['state']
        isCancelled: boolean
        allowsRemovals: boolean
        nextRunAt: Date | null
        outcome: Connection['outcome']
        error: string
        failures: number
      }>,
    ): Promise<void> {
      const columns: Record<keyof typeof change, string> = {
        state: 'state',
        isCancelled: 'is_cancelled',
        allowsRemovals: 'allows_removals',
        nextRunAt: 'next_run_at',
        outcome: 'outcome',
        error: 'last_error',
        failures: 'failures',
      }
      const assignments = Object.entries(change).map(
        ([name, value]) => sql`${sql.ref(columns[name as keyof typeof change])} = ${value}`,
      )
      await sql`
        update connection set ${sql.join(assignments)} where org_id = ${organizationId} and id = ${id}`.execute(store)
    },

    /** Returns the items that have no text, with the reasons. */
    async listProblems(
      { organizationId, id }: ConnectionKey,
      limit: number,
    ): Promise<{ total: number; problems: { id: string; title: string; reason: string }[] }> {
      const which = sql`org_id = ${organizationId} and connection_id = ${id} and problem is not null`
      const counted = await sql<{
        total: number
      }>`select count(*) as total from connection_item where ${which}`.execute(database.unrestricted)
      const { rows } = await sql<{ id: string; title: string; reason: string }>`
        select item_id as id, title, problem as reason from connection_item where ${which}
        order by item_id limit ${limit}`.execute(database.unrestricted)
      return { total: counted.rows[0]?.total ?? 0, problems: rows }
    },
  }
}

function insertConnection(
  { organizationId, id, kind, name, rootId, settings, everyMinutes, nextRunAt }: ConnectionSetup,
  encryptedSecrets: string | null,
  at: Date,
): RawBuilder<unknown> {
  return sql`
    insert into connection
      (org_id, id, kind, name, root_id, settings, secrets, every_minutes, next_run_at, created_at, updated_at)
    values (${organizationId}, ${id}, ${kind}, ${name}, ${rootId}, ${JSON.stringify(settings)}::jsonb,
      ${encryptedSecrets}, ${everyMinutes}, ${nextRunAt}, ${at}, ${at})`
}
