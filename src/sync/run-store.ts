import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import type { Database } from '../storage/database.ts'
import type { ConnectionKey, RunCounts } from './connection-store.ts'
import type { OriginEnd } from './connector.ts'

/** One attempt to bring a data source in step. */
export interface SyncAttempt extends ConnectionKey {
  /** Differs from attempt to attempt: one that has lost its lease can store nothing. */
  attemptId: string
  /** Number of the listing; stays the same when one is continued at a checkpoint. */
  pass: number
}

/** Ends an attempt without an error: an admin cancelled it or changed the settings, or another attempt took over. */
export class RunStoppedError extends Error {
  override readonly name = 'RunStoppedError'
  readonly reason: 'cancelled' | 'superseded'

  constructor(reason: 'cancelled' | 'superseded') {
    super(`The run was ${reason}`)
    this.reason = reason
  }
}

/** Version of an item whose text has not been read, or could not be: equal to no other. */
export const unreadVersion = ''

/**
 * A listing that was interrupted longer ago starts again: too much of what it has seen can have changed. So does one of a
 * time to come, from a clock that was wrong.
 */
const checkpointDays = 1

export type RunStore = ReturnType<typeof createRunStore>

/**
 * Stores the progress of runs, and the items that each connection has seen. Passes only grow: what a later one has seen stays
 * seen, also for an attempt that stood still meanwhile and does not know yet that it is superseded.
 */
export function createRunStore({ database, now }: { database: Database; now: () => Date }) {
  const ofConnection = ({ organizationId, id }: ConnectionKey) => sql`org_id = ${organizationId} and id = ${id}`
  const ofItems = ({ organizationId, id }: ConnectionKey) => sql`org_id = ${organizationId} and connection_id = ${id}`

  return {
    /** Starts an attempt: continues an interrupted listing, else begins a new one. Returns undefined without a connection. */
    async begin(
      key: ConnectionKey,
      attemptId: string,
    ): Promise<{ attempt: SyncAttempt; start: string | null; counts: RunCounts; isCancelled: boolean } | undefined> {
      const at = now()
      const oldest = new Date(at.getTime() - checkpointDays * dayMs)
      const continues = sql`(state = 'running' or failures > 0)`
      const resumes = sql`(checkpoint is not null and checkpoint_at > ${oldest} and checkpoint_at <= ${at})`
      const { rows } = await sql<RunCounts & { pass: number; start: string | null; is_cancelled: boolean }>`
        update connection set state = 'running', run_id = ${attemptId},
          started_at = case when ${continues} then started_at else ${at}::timestamptz end,
          finished_at = null,
          listed = case when ${resumes} then listed else 0 end,
          added = case when ${continues} then added else 0 end,
          changed = case when ${continues} then changed else 0 end,
          removed = case when ${continues} then removed else 0 end,
          pass = pass + case when ${resumes} then 0 else 1 end,
          checkpoint = case when ${resumes} then checkpoint end
        where ${ofConnection(key)}
        returning pass, coalesce(checkpoint, cursor) as start, listed, added, changed, removed, is_cancelled`.execute(
        database.unrestricted,
      )
      const [row] = rows
      if (!row) return undefined
      const { pass, start, is_cancelled: isCancelled, ...counts } = row
      return { attempt: { ...key, attemptId, pass }, start, counts, isCancelled }
    },

    /** Stores the progress, with a checkpoint if there is one. Throws RunStoppedError if the run has to end. */
    async saveProgress(attempt: SyncAttempt, counts: RunCounts, checkpoint?: string): Promise<void> {
      const at = checkpoint === undefined ? sql`checkpoint_at` : sql`${now()}::timestamptz`
      const { rows } = await sql<{ is_cancelled: boolean }>`
        update connection set ${assignCounts(counts)}, checkpoint = coalesce(${checkpoint ?? null}, checkpoint),
          checkpoint_at = ${at}
        where ${ofConnection(attempt)} and run_id = ${attempt.attemptId} and state = 'running'
        returning is_cancelled`.execute(database.unrestricted)
      if (!rows[0]) throw new RunStoppedError('superseded')
      if (rows[0].is_cancelled) throw new RunStoppedError('cancelled')
    },

    /** Marks the items as seen. Returns the ids of those whose version is the stored one. */
    async markSeen(attempt: SyncAttempt, items: readonly { id: string; version: string }[]): Promise<Set<string>> {
      const { rows } = await sql<{ item_id: string }>`
        update connection_item i set seen_pass = greatest(i.seen_pass, ${attempt.pass}::bigint)
        from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ version }) => version)}::text[])
          as listed (item_id, version)
        where i.org_id = ${attempt.organizationId} and i.connection_id = ${attempt.id}
          and i.item_id = listed.item_id and i.version = listed.version and i.version <> ${unreadVersion}
        returning i.item_id`.execute(database.unrestricted)
      return new Set(rows.map((row) => row.item_id))
    },

    /** Marks those of the items that are stored as seen but unread, with the reason. Returns their ids. */
    async keepItems(attempt: SyncAttempt, items: readonly { id: string; problem: string }[]): Promise<Set<string>> {
      const { rows } = await sql<{ item_id: string }>`
        update connection_item i set seen_pass = greatest(i.seen_pass, ${attempt.pass}::bigint), version = ${unreadVersion}, problem = kept.problem
        from unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ problem }) => problem)}::text[])
          as kept (item_id, problem)
        where i.org_id = ${attempt.organizationId} and i.connection_id = ${attempt.id} and i.item_id = kept.item_id
        returning i.item_id`.execute(database.unrestricted)
      return new Set(rows.map((row) => row.item_id))
    },

    /** Stores that the items exist, before their documents do: so that the documents are removed with them. */
    async registerItems(attempt: SyncAttempt, ids: readonly string[]): Promise<void> {
      await sql`
        insert into connection_item (org_id, connection_id, item_id, seen_pass)
        select ${attempt.organizationId}, ${attempt.id}, listed.id, ${attempt.pass}
        from unnest(${[...ids]}::text[]) as listed (id)
        on conflict (org_id, connection_id, item_id) do update
        set seen_pass = greatest(connection_item.seen_pass, excluded.seen_pass)`.execute(database.unrestricted)
    },

    /** Stores the version of an item that has been written, or the reason why it has no text. */
    async saveItem(
      attempt: SyncAttempt,
      { id, version, title, problem }: { id: string; version: string; title: string; problem: string | undefined },
    ): Promise<void> {
      await sql`
        update connection_item set version = ${version}, title = ${title}, problem = ${problem ?? null}
        where ${ofItems(attempt)} and item_id = ${id}`.execute(database.unrestricted)
    },

    /** Deletes the items whose documents are gone. Returns how many there were. */
    async forgetItems(attempt: SyncAttempt, ids: readonly string[]): Promise<number> {
      const { rows } = await sql`
        delete from connection_item where ${ofItems(attempt)} and item_id = any(${[...ids]}::text[])
        returning item_id`.execute(database.unrestricted)
      return rows.length
    },

    async countItems(attempt: SyncAttempt): Promise<{ total: number; unseen: number }> {
      const { rows } = await sql<{ total: number; unseen: number }>`
        select count(*) as total, count(*) filter (where seen_pass < ${attempt.pass}) as unseen
        from connection_item where ${ofItems(attempt)}`.execute(database.unrestricted)
      return rows[0] ?? { total: 0, unseen: 0 }
    },

    async listUnseen(attempt: SyncAttempt, limit: number): Promise<string[]> {
      const { rows } = await sql<{ item_id: string }>`
        select item_id from connection_item where ${ofItems(attempt)} and seen_pass < ${attempt.pass}
        limit ${limit}`.execute(database.unrestricted)
      return rows.map((row) => row.item_id)
    },

    /**
     * Stores that the origin was listed to its end. While items are unread or removals on hold, the next run lists everything,
     * so that they can be read or confirmed. Throws RunStoppedError if the attempt is superseded.
     */
    async saveCompletion(
      attempt: SyncAttempt,
      { counts, end, heldRemovals }: { counts: RunCounts; end: OriginEnd; heldRemovals: number },
    ): Promise<void> {
      const { cursor = null, cursorListsEverything = false } = end
      const { rows } = await sql`
        update connection set ${assignCounts(counts)}, checkpoint = null,
          cursor = case when ${cursorListsEverything}::boolean or not (${heldRemovals > 0}::boolean or exists (
            select 1 from connection_item where ${ofItems(attempt)} and version = ${unreadVersion}
          )) then ${cursor}::text end,
          checkpoint_at = null, allows_removals = false, held_removals = ${heldRemovals}
        where ${ofConnection(attempt)} and run_id = ${attempt.attemptId} returning id`.execute(database.unrestricted)
      if (!rows[0]) throw new RunStoppedError('superseded')
    },

    /** Ends an attempt. Returns false if it is superseded. */
    async end(
      attempt: SyncAttempt,
      { outcome, error, failures, nextRunAt }: RunEnd & { failures: number; nextRunAt: Date | undefined },
    ): Promise<boolean> {
      const { rows } = await sql`
        update connection set state = ${failures > 0 && nextRunAt ? 'waiting' : 'idle'}, outcome = ${outcome},
          last_error = ${error ?? null}, failures = ${failures}, finished_at = ${now()}, is_cancelled = false,
          next_run_at = ${nextRunAt ?? null}
        where ${ofConnection(attempt)} and run_id = ${attempt.attemptId} returning id`.execute(database.unrestricted)
      return rows.length > 0
    },
  }
}

export interface RunEnd {
  outcome: 'done' | 'failed' | 'cancelled'
  error?: string
}

function assignCounts({ listed, added, changed, removed }: RunCounts) {
  return sql`listed = ${listed}, added = ${added}, changed = ${changed}, removed = ${removed}`
}
