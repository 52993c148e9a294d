import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../access/viewer.ts'
import type { AskedQuestion, PlacedSource, sharedAnswer } from '../contract/history.ts'
import type { Source } from '../contract/source.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { type Place, placesOf } from './documents.ts'
import { readTimeCursor, writeTimeCursor } from './time-cursor.ts'

export type SharedAnswer = z.infer<typeof sharedAnswer>

export interface Questions {
  list(
    viewer: Viewer,
    query: { query: string; cursor?: string | undefined },
  ): Promise<{ questions: AskedQuestion[]; nextCursor: string | null }>
  read(viewer: Viewer, id: string): Promise<AskedQuestion>
  rate(
    viewer: Viewer,
    id: string,
    given: { rating: 'up' | 'down' | null; reason: string },
  ): Promise<AskedQuestion>
  share(viewer: Viewer, id: string, isShared: boolean): Promise<AskedQuestion>
  remove(viewer: Viewer, id: string): Promise<void>
  readShared(viewer: Viewer, id: string): Promise<SharedAnswer>
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
export function createQuestions({ database, now }: { database: Database; now: () => Date }): Questions {
  const mine = (viewer: Viewer) =>
    sql`q.org_id = ${viewer.organizationId} and q.member_id = ${viewer.memberId} and q.hidden_at is null`

  const find = async (condition: RawBuilder<unknown>): Promise<Row> => {
    const { rows } = await sql<Row>`select q.* from question q where ${condition}`.execute(database.service)
    if (!rows[0]) throw notFound()
    return rows[0]
  }

  const one = async (viewer: Viewer, row: Row) => present(row, await visiblePlaces(viewer, [row]))

  const visiblePlaces = (viewer: Viewer, rows: readonly Row[]) =>
    database.readAs(viewer, (store) =>
      placesOf(store, viewer, [...new Set(rows.flatMap((row) => row.document_keys.flat()))]),
    )

  const change = async (viewer: Viewer, id: string, fields: RawBuilder<unknown>) => {
    const { rows } = await sql<Row>`
      update question q set ${fields} where ${mine(viewer)} and q.id = ${id} returning q.*`.execute(
      database.service,
    )
    if (!rows[0]) throw notFound()
    return one(viewer, rows[0])
  }

  return {
    async list(viewer, { query, cursor }) {
      const after = cursor === undefined ? undefined : readTimeCursor(cursor)
      const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
      const { rows } = await sql<Row>`
        select q.* from question q
        where ${mine(viewer)} and q.channel = 'app' and q.question ilike ${pattern}
          and ${after ? sql`(q.asked_at, q.id) < (${after.at}, ${after.id})` : sql`true`}
        order by q.asked_at desc, q.id desc limit ${pageSize + 1}`.execute(database.service)
      const page = rows.slice(0, pageSize)
      const places = await visiblePlaces(viewer, page)
      const last = page.at(-1)
      return {
        questions: page.map((row) => present(row, places)),
        nextCursor: rows.length > pageSize && last ? writeTimeCursor(last.asked_at, last.id) : null,
      }
    },

    read: async (viewer, id) => one(viewer, await find(sql`${mine(viewer)} and q.id = ${id}`)),

    rate: (viewer, id, { rating, reason }) =>
      change(
        viewer,
        id,
        sql`rating = ${rating}, rating_reason = ${rating === null || reason.trim() === '' ? null : reason.trim()}`,
      ),

    share: (viewer, id, isShared) => change(viewer, id, sql`shared_at = ${isShared ? now() : null}`),

    async remove(viewer, id) {
      const { rows } = await sql`
        update question q set hidden_at = ${now()}, shared_at = null, answer = null, sources = null
        where ${mine(viewer)} and q.id = ${id} returning q.id`.execute(database.service)
      if (rows.length === 0) throw notFound()
    },

    async readShared(viewer, id) {
      const row = await find(
        sql`q.org_id = ${viewer.organizationId} and q.id = ${id} and q.shared_at is not null`,
      )
      const { rows } = await sql<{ name: string }>`
        select m.name from question q join member m on m.org_id = q.org_id and m.id = q.member_id
        where q.org_id = ${viewer.organizationId} and q.id = ${id}`.execute(database.service)
      const { answer, sources, question, askedAt } = present(row, await visiblePlaces(viewer, [row]))
      if (answer === null) throw notFound()
      return { id, question, askedAt, askedBy: rows[0]?.name ?? '', answer, sources }
    },
  }
}

function notFound(): AppError {
  return new AppError('not-found', 'Question not found.')
}

function present(row: Row, places: ReadonlyMap<number, Place>): AskedQuestion {
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
      ? sources.map((source, index) => placed(source, row.document_keys[index]?.[0], places))
      : [],
    rating: row.rating,
    ratingReason: row.rating_reason,
    isShared: row.shared_at !== null,
  }
}

function placed(source: Source, key: number | undefined, places: ReadonlyMap<number, Place>): PlacedSource {
  const place = key === undefined ? undefined : places.get(key)
  return {
    ...source,
    documentId: place ? String(place.key) : null,
    kind: place?.kind ?? 'note',
    path: place?.path ?? [],
  }
}
