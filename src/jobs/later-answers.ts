import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { LaterAnswer } from '../contract/answers.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'

/** So long an answer can be read. */
export const answerKeptMs = 7 * 24 * 3600_000

export interface Failure {
  message: string
  id: string
}

export interface OpenQuestion {
  memberId: string
  /** It failed before, and an admin had it tried again. */
  hasFailed: boolean
  request: AskRequest
}

/** Answers that are computed after their request has returned. */
export function createLaterAnswers({ database, now }: { database: Database; now: () => Date }) {
  const end = async (
    store: Sql,
    organizationId: string,
    id: string,
    ending: { result: AnswerResult } | { failure: Failure },
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
    async open(store: Sql, viewer: Viewer, id: string, request: AskRequest): Promise<void> {
      await sql`
        insert into pending_answer (org_id, id, member_id, request, created_at)
        values (${viewer.organizationId}, ${id}, ${viewer.memberId}, ${JSON.stringify(request)}::jsonb,
          ${now()})`.execute(store)
    },

    /** Undefined where it has been answered, or is not kept any longer. One that failed may be tried again. */
    async question(organizationId: string, id: string): Promise<OpenQuestion | undefined> {
      const { rows } = await sql<{ memberId: string; hasFailed: boolean; request: AskRequest | null }>`
        select member_id as "memberId", state = 'failed' as "hasFailed", request from pending_answer
        where org_id = ${organizationId} and id = ${id} and state <> 'done'`.execute(database.service)
      const [row] = rows
      return row?.request ? { ...row, request: row.request } : undefined
    },

    /** False where it ended so before. */
    end,

    /** For the asker alone: to anybody else there is no such answer. */
    async read(viewer: Viewer, id: string): Promise<LaterAnswer> {
      const { rows } = await sql<AnswerRow>`
        select id, state, result, failure from pending_answer
        where org_id = ${viewer.organizationId} and id = ${id} and member_id = ${viewer.memberId}
          and created_at > ${new Date(now().getTime() - answerKeptMs)}`.execute(database.service)
      const [row] = rows
      if (!row) throw new AppError('not-found', 'There is no such answer.')
      if (row.state === 'done' && row.result) {
        return (await stillSees(viewer, row.result))
          ? { id, state: 'done', result: row.result }
          : { id, state: 'failed', error: noLongerSeen }
      }
      return { id, state: row.state, ...(row.failure && { error: row.failure }) }
    },

    async sweep(): Promise<void> {
      await sql`
        delete from pending_answer where created_at <= ${new Date(now().getTime() - answerKeptMs)}`.execute(
        database.service,
      )
    },
  }

  /** An answer quotes: what was deleted or closed to the asker since must not be read out of it. */
  async function stillSees(viewer: Viewer, { sources }: AnswerResult): Promise<boolean> {
    if (sources.length === 0) return true
    const missing = sql<{ isMissing: boolean }>`
      select exists (
        select from unnest(${sources.map((source) => source.id)}::text[],
          ${sources.map((source) => source.url)}::text[]) as cited (id, url)
        where not exists (
          select from document d where d.id = cited.id and d.url = cited.url and ${visibleTo(viewer, 'd')})
      ) as "isMissing"`
    const { rows } = await database.readAs(viewer, (store) => missing.execute(store))
    return rows[0]?.isMissing === false
  }
}

export type LaterAnswers = ReturnType<typeof createLaterAnswers>

interface AnswerRow {
  id: string
  state: LaterAnswer['state']
  result: AnswerResult | null
  failure: Failure | null
}

const noLongerSeen: Failure = {
  message: 'Something that this answer cites has been changed or is no longer available. Please ask again.',
  id: 'not-found',
}
