import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { DeferredAnswer } from '../contract/answers.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'

/** So long an answer can be read. */
export const answerRetentionMs = 7 * 24 * 3600_000

export interface AnswerFailure {
  message: string
  id: string
}

export interface PendingQuestion {
  memberId: string
  /** It failed before, and an admin had it tried again. */
  hasFailed: boolean
  request: AskRequest
}

/** Answers that are computed after their request has returned. */
export function createDeferredAnswers({ database, now }: { database: Database; now: () => Date }) {
  const finish = async (
    store: Sql,
    organizationId: string,
    id: string,
    ending: { result: AnswerResult } | { failure: AnswerFailure },
  ): Promise<boolean> => {
    const result = 'result' in ending ? JSON.stringify(ending.result) : null
    const failure = 'failure' in ending ? JSON.stringify(ending.failure) : null
    const { numAffectedRows = 0n } = await sql`
      update pending_answer set state = ${failure === null ? 'done' : 'failed'}, result = ${result}::jsonb,
        failure = ${failure}::jsonb, finished_at = ${now()},
        request = case when ${failure === null} then null else request end
      where org_id = ${organizationId} and id = ${id}
        and (state = 'pending' or (state = 'failed' and ${failure === null}))`.execute(store)
    return numAffectedRows > 0n
  }

  return {
    async create(store: Sql, caller: Caller, id: string, request: AskRequest): Promise<void> {
      await sql`
        insert into pending_answer (org_id, id, member_id, request, created_at)
        values (${caller.organizationId}, ${id}, ${caller.memberId}, ${JSON.stringify(request)}::jsonb,
          ${now()})`.execute(store)
    },

    /** Undefined where it has been answered, or is not kept any longer. One that failed may be tried again. */
    async findQuestion(organizationId: string, id: string): Promise<PendingQuestion | undefined> {
      const { rows } = await sql<{ memberId: string; hasFailed: boolean; request: AskRequest | null }>`
        select member_id as "memberId", state = 'failed' as "hasFailed", request from pending_answer
        where org_id = ${organizationId} and id = ${id} and state <> 'done'`.execute(database.unrestricted)
      const [row] = rows
      return row?.request ? { ...row, request: row.request } : undefined
    },

    /** False where it ended so before. */
    end: finish,

    /** For the asker alone: to anybody else there is no such answer. */
    async read(caller: Caller, id: string): Promise<DeferredAnswer> {
      const { rows } = await sql<AnswerRow>`
        select id, state, result, failure from pending_answer
        where org_id = ${caller.organizationId} and id = ${id} and member_id = ${caller.memberId}
          and created_at > ${new Date(now().getTime() - answerRetentionMs)}`.execute(database.unrestricted)
      const [row] = rows
      if (!row) throw new AppError('not-found', 'There is no such answer.')
      if (row.state === 'done' && row.result) {
        return (await stillSees(caller, row.result))
          ? { id, state: 'done', result: row.result }
          : { id, state: 'failed', error: sourcesUnavailable }
      }
      return { id, state: row.state, ...(row.failure && { error: row.failure }) }
    },

    async deleteExpired(): Promise<void> {
      await sql`
        delete from pending_answer where created_at <= ${new Date(now().getTime() - answerRetentionMs)}`.execute(
        database.unrestricted,
      )
    },
  }

  /** An answer quotes: what was deleted or closed to the asker since must not be read out of it. */
  async function stillSees(caller: Caller, { sources }: AnswerResult): Promise<boolean> {
    if (sources.length === 0) return true
    const missing = sql<{ isMissing: boolean }>`
      select exists (
        select from unnest(${sources.map((source) => source.id)}::text[],
          ${sources.map((source) => source.url)}::text[]) as cited (id, url)
        where not exists (
          select from document d where d.id = cited.id and d.url = cited.url and ${visibleTo(caller, 'd')})
      ) as "isMissing"`
    const { rows } = await database.readAs(caller, (store) => missing.execute(store))
    return rows[0]?.isMissing === false
  }
}

export type DeferredAnswers = ReturnType<typeof createDeferredAnswers>

interface AnswerRow {
  id: string
  state: DeferredAnswer['state']
  result: AnswerResult | null
  failure: AnswerFailure | null
}

const sourcesUnavailable: AnswerFailure = {
  message: 'Something that this answer cites has been changed or is no longer available. Please ask again.',
  id: 'not-found',
}
