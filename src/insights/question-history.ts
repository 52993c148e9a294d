import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { AskedQuestion, SourceWithLocation, sharedAnswer } from '../contract/history.ts'
import type { Source } from '../contract/source.ts'
import { documentUrl } from '../document-url.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { isAfterCursor, toPage } from '../storage/newest-first.ts'
import { type DocumentLocation, locateDocuments } from './document-reader.ts'

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

interface Row {
  id: string
  question: string
  asked_at: Date
  outcome: 'answered' | 'refused'
  parent_id: string | null
  assistant_id: string | null
  answer: string | null
  sources: Source[] | null
  document_keys: number[][]
  rating: 'up' | 'down' | null
  rating_reason: string | null
  shared_at: Date | null
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

  const find = async (condition: RawBuilder<unknown>): Promise<Row> => {
    const { rows } = await sql<Row>`select q.* from question q where ${condition}`.execute(database.unrestricted)
    if (!rows[0]) throw questionNotFoundError()
    return rows[0]
  }

  const presentOne = async (caller: Caller, row: Row) =>
    presentQuestion(row, await locateSources(caller, [row]), publicUrl)

  const locateSources = (caller: Caller, rows: readonly Row[]) =>
    database.readAs(caller, (store) =>
      locateDocuments(store, caller, [...new Set(rows.flatMap((row) => row.document_keys.flat()))]),
    )

  const update = async (caller: Caller, id: string, fields: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      update question q set ${fields} where ${ownedBy(caller)} and q.id = ${id} returning q.*`.execute(
      database.unrestricted,
    )
    if (!rows[0]) throw questionNotFoundError()
    return presentOne(caller, rows[0])
  }

  return {
    async list(caller, { query, cursor }) {
      const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
      const { rows } = await sql<Row>`
        select q.* from question q
        where ${ownedBy(caller)} and q.channel = 'app' and q.question ilike ${pattern}
          and ${isAfterCursor(cursor, { at: 'q.asked_at', id: 'q.id' })}
        order by q.asked_at desc, q.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
      const { page, nextCursor } = toPage(rows, pageSize, (row) => row.asked_at)
      const locations = await locateSources(caller, page)
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
      const { rows } = await sql`
        update question q set hidden_at = ${now()}, shared_at = null, answer = null, sources = null
        where ${ownedBy(caller)} and q.id = ${id} returning q.id`.execute(database.unrestricted)
      if (rows.length === 0) throw questionNotFoundError()
    },

    async readShared(caller, id) {
      const row = await find(sql`q.org_id = ${caller.organizationId} and q.id = ${id} and q.shared_at is not null`)
      const { rows } = await sql<{ name: string }>`
        select m.name from question q join member m on m.org_id = q.org_id and m.id = q.member_id
        where q.org_id = ${caller.organizationId} and q.id = ${id}`.execute(database.unrestricted)
      const { answer, sources, question, askedAt } = presentQuestion(row, await locateSources(caller, [row]), publicUrl)
      if (answer === null) throw questionNotFoundError()
      return { id, question, askedAt, askedBy: rows[0]?.name ?? '', answer, sources }
    },
  }
}

function questionNotFoundError(): AppError {
  return new AppError('not-found', 'Question not found.')
}

function presentQuestion(row: Row, locations: ReadonlyMap<number, DocumentLocation>, publicUrl: string): AskedQuestion {
  const sources = row.sources ?? []
  const isVisible =
    row.answer !== null &&
    sources.every((_, index) => {
      const keys = row.document_keys[index] ?? []
      return keys.length > 0 && keys.every((key) => locations.has(key))
    })
  return {
    id: row.id,
    question: row.question,
    askedAt: row.asked_at.toISOString(),
    outcome: row.outcome,
    parentId: row.parent_id,
    assistantId: row.assistant_id,
    answer: isVisible ? row.answer : null,
    sources: isVisible
      ? sources.map((source, index) => withLocation(source, row.document_keys[index]?.[0], locations, publicUrl))
      : [],
    rating: row.rating,
    ratingReason: row.rating_reason,
    isShared: row.shared_at !== null,
  }
}

function withLocation(
  source: Source,
  key: number | undefined,
  locations: ReadonlyMap<number, DocumentLocation>,
  publicUrl: string,
): SourceWithLocation {
  const location = key === undefined ? undefined : locations.get(key)
  return {
    ...source,
    url: location ? documentUrl(publicUrl, location) : source.url,
    documentId: location ? String(location.key) : null,
    kind: location?.kind ?? 'note',
    path: location?.path ?? [],
  }
}
