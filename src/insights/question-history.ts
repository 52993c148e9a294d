import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import { hideQuestions } from '../answer/conversation/hide-questions.ts'
import { deleteEmptyThread, lockThread } from '../answer/conversation/thread-turn.ts'
import { questionRetentionDays } from '../answer/question-log.ts'
import type { AskedQuestion, sharedAnswer } from '../contract/history.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { containsText } from '../storage/like-pattern.ts'
import { isAfterCursor, toPage } from '../storage/newest-first.ts'
import { locateSources, presentQuestion, type QuestionRow } from './present-question.ts'

export type SharedAnswer = z.infer<typeof sharedAnswer>

export interface QuestionHistory {
  list(
    caller: Caller,
    query: { query: string; cursor?: string | undefined },
  ): Promise<{ questions: AskedQuestion[]; nextCursor: string | null }>
  read(caller: Caller, id: string): Promise<AskedQuestion>
  rate(caller: Caller, id: string, feedback: { rating: 'up' | 'down' | null; reason: string }): Promise<AskedQuestion>
  share(caller: Caller, id: string, isShared: boolean): Promise<AskedQuestion>
  remove(caller: Caller, id: string): Promise<void>
  readShared(caller: Caller, id: string): Promise<SharedAnswer>
}

const pageSize = 30

/**
 * Lists, rates, shares and removes a member's past questions. Shows an answer only while the reader can see all of its
 * sources, so that revoked access applies to old answers too.
 */
export function createQuestionHistory({
  database,
  publicUrl,
  now,
}: {
  database: Database
  publicUrl: string
  now: () => Date
}): QuestionHistory {
  const ownedBy = (caller: Caller) =>
    sql`q.org_id = ${caller.organizationId} and q.member_id = ${caller.memberId} and q.hidden_at is null`

  const find = async (condition: RawBuilder<unknown>): Promise<QuestionRow> => {
    const { rows } = await sql<QuestionRow>`select q.* from question q where ${condition}`.execute(
      database.unrestricted,
    )
    if (!rows[0]) throw questionNotFoundError()
    return rows[0]
  }

  const presentOne = async (caller: Caller, row: QuestionRow) =>
    presentQuestion(row, await locateSources(database, caller, [row]), publicUrl)

  const update = async (caller: Caller, id: string, fields: RawBuilder<unknown>) => {
    const { rows } = await sql<QuestionRow>`
      update question q set ${fields} where ${ownedBy(caller)} and q.id = ${id} returning q.*`.execute(
      database.unrestricted,
    )
    if (!rows[0]) throw questionNotFoundError()
    return presentOne(caller, rows[0])
  }

  return {
    async list(caller, { query, cursor }) {
      const { rows } = await sql<QuestionRow>`
        select q.* from question q
        where ${ownedBy(caller)} and q.channel = 'app' and ${containsText('q.question', query)}
          and q.asked_at > ${new Date(now().getTime() - questionRetentionDays * dayMs)}
          and ${isAfterCursor(cursor, { at: 'q.asked_at', id: 'q.id' })}
        order by q.asked_at desc, q.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
      const { page, nextCursor } = toPage(rows, pageSize, (row) => row.asked_at)
      const locations = await locateSources(database, caller, page)
      return { questions: page.map((row) => presentQuestion(row, locations, publicUrl)), nextCursor }
    },

    read: async (caller, id) => presentOne(caller, await find(sql`${ownedBy(caller)} and q.id = ${id}`)),

    rate: (caller, id, { rating, reason }) =>
      update(
        caller,
        id,
        sql`rating = ${rating}, rating_reason = ${rating === null || reason.trim() === '' ? null : reason.trim()}`,
      ),

    share: (caller, id, isShared) => update(caller, id, sql`shared_at = ${isShared ? now() : null}`),

    async remove(caller, id) {
      await database.transaction(async (store) => {
        const isRemoved = sql`${ownedBy(caller)} and q.id = ${id}`
        const { rows } = await sql<{ threadId: string | null }>`
          select q.thread_id as "threadId" from question q where ${isRemoved}`.execute(store)
        if (!rows[0]) throw questionNotFoundError()
        const { threadId } = rows[0]
        if (threadId !== null) await lockThread(store, { ...caller, threadId })
        await hideQuestions(store, isRemoved, now())
        if (threadId !== null) await deleteEmptyThread(store, { ...caller, threadId })
      })
    },

    async readShared(caller, id) {
      const row = await find(sql`q.org_id = ${caller.organizationId} and q.id = ${id} and q.shared_at is not null`)
      const { rows } = await sql<{ name: string }>`
        select m.name from question q join member m on m.org_id = q.org_id and m.id = q.member_id
        where q.org_id = ${caller.organizationId} and q.id = ${id}`.execute(database.unrestricted)
      const { answer, sources, question, askedAt, writtenBy } = await presentOne(caller, row)
      if (answer === null) throw questionNotFoundError()
      const author = writtenBy === undefined ? {} : { writtenBy }
      return { id, question, askedAt, askedBy: rows[0]?.name ?? '', answer, sources, ...author }
    },
  }
}

function questionNotFoundError(): AppError {
  return new AppError('not-found', 'Question not found.')
}
