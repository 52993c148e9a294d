import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { AskedQuestion, SourceWithLocation, sharedAnswer } from '../contract/history.ts'
import type { Source } from '../contract/source.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { type DocumentLocation, locateDocuments } from './document-reader.ts'
import { decodeTimeCursor, encodeTimeCursor } from './time-cursor.ts'

export type SharedAnswer = z.infer<typeof sharedAnswer>

export interface QuestionHistory {
  list(
    caller: Caller,
    query: { query: string; cursor?: string | undefined },
  ): Promise<{ questions: AskedQuestion[]; nextCursor: string | null }>
  read(caller: Caller, id: string): Promise<AskedQuestion>
  rate(
    caller: Caller,
    id: string,
    given: { rating: 'up' | 'down' | null; reason: string },
  ): Promise<AskedQuestion>
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
 * What somebody asked before. An answer is shown again only while the reader may see every source of it: a right that
 * was taken away holds for old answers, too.
 */
export function createQuestionHistory({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): QuestionHistory {
  const mine = (caller: Caller) =>
    sql`q.org_id = ${caller.organizationId} and q.member_id = ${caller.memberId} and q.hidden_at is null`

  const find = async (condition: RawBuilder<unknown>): Promise<Row> => {
    const { rows } = await sql<Row>`select q.* from question q where ${condition}`.execute(
      database.unrestricted,
    )
    if (!rows[0]) throw questionNotFoundError()
    return rows[0]
  }

  const one = async (caller: Caller, row: Row) => presentQuestion(row, await visiblePlaces(caller, [row]))

  const visiblePlaces = (caller: Caller, rows: readonly Row[]) =>
    database.readAs(caller, (store) =>
      locateDocuments(store, caller, [...new Set(rows.flatMap((row) => row.document_keys.flat()))]),
    )

  const change = async (caller: Caller, id: string, fields: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      update question q set ${fields} where ${mine(caller)} and q.id = ${id} returning q.*`.execute(
      database.unrestricted,
    )
    if (!rows[0]) throw questionNotFoundError()
    return one(caller, rows[0])
  }

  return {
    async list(caller, { query, cursor }) {
      const after = cursor === undefined ? undefined : decodeTimeCursor(cursor)
      const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
      const { rows } = await sql<Row>`
        select q.* from question q
        where ${mine(caller)} and q.channel = 'app' and q.question ilike ${pattern}
          and ${after ? sql`(q.asked_at, q.id) < (${after.at}, ${after.id})` : sql`true`}
        order by q.asked_at desc, q.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
      const page = rows.slice(0, pageSize)
      const places = await visiblePlaces(caller, page)
      const last = page.at(-1)
      return {
        questions: page.map((row) => presentQuestion(row, places)),
        nextCursor: rows.length > pageSize && last ? encodeTimeCursor(last.asked_at, last.id) : null,
      }
    },

    read: async (caller, id) => one(caller, await find(sql`${mine(caller)} and q.id = ${id}`)),

    rate: (caller, id, { rating, reason }) =>
      change(
        caller,
        id,
        sql`rating = ${rating}, rating_reason = ${rating === null || reason.trim() === '' ? null : reason.trim()}`,
      ),

    share: (caller, id, isShared) => change(caller, id, sql`shared_at = ${isShared ? now() : null}`),

    async remove(caller, id) {
      const { rows } = await sql`
        update question q set hidden_at = ${now()}, shared_at = null, answer = null, sources = null
        where ${mine(caller)} and q.id = ${id} returning q.id`.execute(database.unrestricted)
      if (rows.length === 0) throw questionNotFoundError()
    },

    async readShared(caller, id) {
      const row = await find(
        sql`q.org_id = ${caller.organizationId} and q.id = ${id} and q.shared_at is not null`,
      )
      const { rows } = await sql<{ name: string }>`
        select m.name from question q join member m on m.org_id = q.org_id and m.id = q.member_id
        where q.org_id = ${caller.organizationId} and q.id = ${id}`.execute(database.unrestricted)
      const { answer, sources, question, askedAt } = presentQuestion(row, await visiblePlaces(caller, [row]))
      if (answer === null) throw questionNotFoundError()
      return { id, question, askedAt, askedBy: rows[0]?.name ?? '', answer, sources }
    },
  }
}

function questionNotFoundError(): AppError {
  return new AppError('not-found', 'Question not found.')
}

function presentQuestion(row: Row, places: ReadonlyMap<number, DocumentLocation>): AskedQuestion {
  const sources = row.sources ?? []
  const isVisible =
    row.answer !== null &&
    sources.every((_, index) => {
      const keys = row.document_keys[index] ?? []
      return keys.length > 0 && keys.every((key) => places.has(key))
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
      ? sources.map((source, index) => withLocation(source, row.document_keys[index]?.[0], places))
      : [],
    rating: row.rating,
    ratingReason: row.rating_reason,
    isShared: row.shared_at !== null,
  }
}

function withLocation(
  source: Source,
  key: number | undefined,
  places: ReadonlyMap<number, DocumentLocation>,
): SourceWithLocation {
  const place = key === undefined ? undefined : places.get(key)
  return {
    ...source,
    documentId: place ? String(place.key) : null,
    kind: place?.kind ?? 'note',
    path: place?.path ?? [],
  }
}
