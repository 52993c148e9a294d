import { sql } from 'kysely'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { hideQuestions } from './hide-questions.ts'

/** A turn that waits for its answer. */
export interface StartedTurn {
  organizationId: string
  id: string
  threadId: string
  position: number
  askedAt: Date
  /** Once answered, it replaces the earlier turns from this position on. */
  replacesFrom: number | null
  /** The turns before it when its conversation was read. */
  earlierIds?: readonly string[]
}

export function threadNotFoundError(): AppError {
  return new AppError('thread-not-found', 'There is no such conversation.')
}

/**
 * Ends a turn whose question is being logged: it takes the place of those that it replaces. Returns false if the turn is
 * gone because the thread was deleted, or the turn replaced, meanwhile.
 */
export async function completeTurn(store: Sql, turn: StartedTurn, at: Date): Promise<boolean> {
  const { organizationId, threadId, position, replacesFrom } = turn
  await lockThread(store, turn)
  const { rows } = await sql`delete from unanswered_turn where ${isTurn(turn)} returning id`.execute(store)
  if (rows.length === 0) return false
  if (replacesFrom !== null) {
    const isReplaced = (column: 'thread_position' | 'position') =>
      sql`q.org_id = ${organizationId} and q.thread_id = ${threadId}
        and ${sql.ref(`q.${column}`)} >= ${replacesFrom} and ${sql.ref(`q.${column}`)} < ${position}`
    await hideQuestions(store, isReplaced('thread_position'), at)
    await sql`delete from unanswered_turn q where ${isReplaced('position')}`.execute(store)
  }
  return true
}

/** Tells whether a turn before this one was deleted since its conversation was read. */
export async function hasLostContext(store: Sql, turn: StartedTurn): Promise<boolean> {
  const { organizationId, threadId, earlierIds = [] } = turn
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from question
    where org_id = ${organizationId} and thread_id = ${threadId} and id = any(${[...earlierIds]}::text[])`.execute(
    store,
  )
  return rows[0]?.count !== earlierIds.length
}

/** Marks the turn that waits for a deferred answer as failed, if there is one. */
export async function failDeferredTurn(
  store: Sql,
  { organizationId, answerId }: { organizationId: string; answerId: string },
): Promise<void> {
  await sql`
    update unanswered_turn set state = 'failed'
    where org_id = ${organizationId} and answer_id = ${answerId}`.execute(store)
}

export async function discardTurn(store: Sql, turn: StartedTurn): Promise<void> {
  await lockThread(store, turn)
  await sql`delete from unanswered_turn where ${isTurn(turn)}`.execute(store)
  await deleteEmptyThread(store, turn)
}

/** Locks a thread before its turns, always in this order: otherwise two writers could deadlock. */
export async function lockThread(
  store: Sql,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<void> {
  await sql`select from thread where org_id = ${organizationId} and id = ${threadId} for update`.execute(store)
}

/** Deletes a thread that has no turns left. */
export async function deleteEmptyThread(
  store: Sql,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<void> {
  await sql`
    delete from thread t where t.org_id = ${organizationId} and t.id = ${threadId}
      and not exists (select from question q where q.org_id = t.org_id and q.thread_id = t.id)
      and not exists (select from unanswered_turn u where u.org_id = t.org_id and u.thread_id = t.id)`.execute(store)
}

export function isTurn({ organizationId, id }: Pick<StartedTurn, 'organizationId' | 'id'>) {
  return sql`org_id = ${organizationId} and id = ${id}`
}
