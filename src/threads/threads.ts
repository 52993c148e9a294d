import { type RawBuilder, sql } from 'kysely'
import { resolvePrincipals } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import { loadNames } from '../access/principal-names.ts'
import { hideQuestions } from '../answer/conversation/hide-questions.ts'
import { lockThread, threadNotFoundError } from '../answer/conversation/thread-turn.ts'
import type { SharedThread } from '../contract/sharing.ts'
import type { Thread, ThreadSummary, ThreadTurn } from '../contract/threads.ts'
import { AppError } from '../errors.ts'
import { locateSources, type QuestionRow } from '../insights/present-question.ts'
import type { Database, Sql } from '../storage/database.ts'
import { containsText } from '../storage/like-pattern.ts'
import { isAfterCursor, toPage } from '../storage/newest-first.ts'
import { isWithheld, presentTurns, type UnansweredRow } from './present-turns.ts'

export interface Threads {
  /** Lists the caller's own threads, last asked first. */
  list(
    caller: Caller,
    query: { query: string; cursor?: string | undefined },
  ): Promise<{ threads: ThreadSummary[]; nextCursor: string | null }>
  /** Returns the caller's thread, or one that is shared with them and of which they can see every source. */
  read(caller: Caller, id: string): Promise<Thread>
  /** Lists threads that others shared with the caller or one of their groups by name, as far as the caller can open them. */
  listSharedWith(caller: Caller): Promise<SharedThread[]>
  rename(caller: Caller, id: string, title: string): Promise<ThreadSummary>
  /** Shares a thread with these principals only; none: with nobody. */
  share(caller: Caller, id: string, audience: readonly string[]): Promise<ThreadSummary>
  remove(caller: Caller, id: string): Promise<void>
}

interface ThreadRow {
  org_id: string
  id: string
  member_id: string
  title: string
  created_at: Date
  asked_at: Date
  shared_with: string[]
}

const pageSize = 30
const maxSharedThreads = 20
/** Threads that are shared with a reader can be closed to them: older ones take their places. */
const maxCheckedThreads = 10 * maxSharedThreads

/** Conversations. Somebody else's thread that is not shared with the reader does not exist for them. */
export function createThreads({
  database,
  publicUrl,
  now,
}: {
  database: Database
  publicUrl: string
  now: () => Date
}): Threads {
  const ownedBy = (caller: Caller) => sql`t.org_id = ${caller.organizationId} and t.member_id = ${caller.memberId}`

  const presentSummaries = async (rows: readonly ThreadRow[]): Promise<ThreadSummary[]> => {
    const nameOf = await loadNames(
      database.unrestricted,
      rows[0]?.org_id ?? '',
      rows.flatMap((row) => row.shared_with),
    )
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      createdAt: row.created_at.toISOString(),
      lastAskedAt: row.asked_at.toISOString(),
      audience: row.shared_with.flatMap((principal) => nameOf(principal) ?? []),
    }))
  }

  const update = async (store: Sql, caller: Caller, id: string, fields: RawBuilder<unknown>): Promise<ThreadRow> => {
    const { rows } = await sql<ThreadRow>`
      update thread t set ${fields} where ${ownedBy(caller)} and t.id = ${id} returning t.*`.execute(store)
    if (!rows[0]) throw threadNotFoundError()
    return rows[0]
  }

  const presentOne = async (row: ThreadRow): Promise<ThreadSummary> =>
    (await presentSummaries([row]))[0] as ThreadSummary

  const read: Threads['read'] = async (caller, id) => {
    const { rows } = await sql<ThreadRow & { asked_by: string }>`
      select t.*, m.name as asked_by from thread t join member m on m.org_id = t.org_id and m.id = t.member_id
      where t.org_id = ${caller.organizationId} and t.id = ${id}
        and (t.member_id = ${caller.memberId} or t.shared_with && ${principalsOf(caller)})`.execute(
      database.unrestricted,
    )
    const [row] = rows
    if (!row) throw threadNotFoundError()
    const isOwner = row.member_id === caller.memberId
    const [answered, unanswered] = await readTurns(database, caller, id)
    const locations = await locateSources(database, caller, answered)
    const turns = presentTurns({ answered, unanswered, locations, publicUrl, now: now(), isOwner })
    if (!isOwner && turns.some(isWithheld)) throw threadNotFoundError()
    const summary = await presentOne(row)
    return {
      ...summary,
      // Whom else it is shared with is the owner's business.
      audience: isOwner ? summary.audience : [],
      threadId: row.id,
      status: statusOf(turns),
      isOwner,
      askedBy: row.asked_by,
      turns,
    }
  }

  return {
    async list(caller, { query, cursor }) {
      const { rows } = await sql<ThreadRow>`
        select t.* from thread t
        where ${ownedBy(caller)} and ${containsText('t.title', query)}
          and ${isAfterCursor(cursor, { at: 't.asked_at', id: 't.id' })}
        order by t.asked_at desc, t.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
      const { page, nextCursor } = toPage(rows, pageSize, (row) => row.asked_at)
      return { threads: await presentSummaries(page), nextCursor }
    },

    read,

    async listSharedWith(caller) {
      const { rows } = await sql<{ id: string }>`
        select t.id from thread t
        where t.org_id = ${caller.organizationId} and t.member_id <> ${caller.memberId}
          and array_remove(t.shared_with, 'everyone') && ${principalsOf(caller)}
        order by t.asked_at desc, t.id desc limit ${maxCheckedThreads}`.execute(database.unrestricted)
      const shared: SharedThread[] = []
      for (const { id } of rows) {
        if (shared.length === maxSharedThreads) break
        const thread = await read(caller, id).catch(ignoreNotFound)
        if (thread) shared.push({ id, title: thread.title, sharedBy: thread.askedBy, lastAskedAt: thread.lastAskedAt })
      }
      return shared
    },

    rename: async (caller, id, title) =>
      presentOne(await update(database.unrestricted, caller, id, sql`title = ${title}`)),

    share: async (caller, id, audience) =>
      presentOne(
        await database.transaction(async (store) => {
          // First the thread: only its owner learns which names exist.
          await update(store, caller, id, sql`title = title`)
          const principals = await resolvePrincipals(store, caller.organizationId, audience)
          return update(store, caller, id, sql`shared_with = ${principals}::text[]`)
        }),
      ),

    remove: (caller, id) =>
      database.transaction(async (store) => {
        const thread = { organizationId: caller.organizationId, threadId: id }
        await lockThread(store, thread)
        const isOwn = sql`select from thread t where ${ownedBy(caller)} and t.id = ${id}`
        await hideQuestions(
          store,
          sql`q.org_id = ${caller.organizationId} and q.thread_id = ${id} and exists (${isOwn})`,
          now(),
        )
        const { rows } =
          await sql`delete from thread t where ${ownedBy(caller)} and t.id = ${id} returning t.id`.execute(store)
        if (rows.length === 0) throw threadNotFoundError()
      }),
  }
}

function statusOf(turns: readonly ThreadTurn[]): Thread['status'] {
  if (turns.some(({ state }) => state === 'processing')) return 'processing'
  return turns.at(-1)?.state === 'failed' ? 'failed' : 'completed'
}

/** Returns undefined for a thread that the caller cannot open. */
function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'thread-not-found') throw error
}

/** Returns the SQL array of the principals that the caller is among. */
function principalsOf({ organizationId, memberId }: Caller): RawBuilder<string[]> {
  return sql`(array['everyone', ${`user:${memberId}`}]::text[] || array(
    select 'group:' || tm.team_id from team_member tm
    where tm.org_id = ${organizationId} and tm.member_id = ${memberId}))`
}

/** Returns the turns of a thread in order: those with an answer, and those without. */
async function readTurns(
  database: Database,
  { organizationId }: Caller,
  id: string,
): Promise<[QuestionRow[], UnansweredRow[]]> {
  // First those without an answer: a turn that is answered between the two reads is then in both, and not in neither.
  const unanswered = await sql<UnansweredRow>`
    select u.* from unanswered_turn u where u.org_id = ${organizationId} and u.thread_id = ${id}`.execute(
    database.unrestricted,
  )
  const answered = await sql<QuestionRow>`
    select q.* from question q where q.org_id = ${organizationId} and q.thread_id = ${id}`.execute(
    database.unrestricted,
  )
  const isAnswered = ({ position }: UnansweredRow) => answered.rows.some((row) => row.thread_position === position)
  return [answered.rows, unanswered.rows.filter((row) => !isAnswered(row))]
}
