import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { AnswerTrace } from '../answer/answer-trace.ts'
import type { AskedQuestion, CitedSource, SourceWithLocation, sharedAnswer } from '../contract/history.ts'
import type { Source } from '../contract/source.ts'
import { documentUrl } from '../document-url.ts'
import { AppError } from '../errors.ts'
import { cleanText } from '../ingest/clean-text.ts'
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
  trace: AnswerTrace | null
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
      locateDocuments(store, caller, [
        ...new Set(rows.flatMap((row) => [...row.document_keys.flat(), ...namedInTrace(row.trace)])),
      ]),
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
  const related = row.trace?.related && presentDocuments(row.trace.related, locations, publicUrl)
  return {
    id: row.id,
    question: row.question,
    askedAt: row.asked_at.toISOString(),
    outcome: row.outcome,
    parentId: row.parent_id,
    assistantId: row.assistant_id,
    answer: isVisible ? row.answer : null,
    sources: isVisible
      ? sources.map((source, index) =>
          presentCitedSource(source, row.document_keys[index]?.[0], row, locations, publicUrl),
        )
      : [],
    ...(isVisible && related && { related }),
    rating: row.rating,
    ratingReason: row.rating_reason,
    isShared: row.shared_at !== null,
  }
}

function presentCitedSource(
  source: Source,
  key: number | undefined,
  row: Row,
  locations: ReadonlyMap<number, DocumentLocation>,
  publicUrl: string,
): CitedSource {
  const location = key === undefined ? undefined : locations.get(key)
  const copies = presentDocuments(key === undefined ? [] : copiesOf(key, row), locations, publicUrl)
  return {
    ...source,
    url: location ? documentUrl(publicUrl, location) : source.url,
    documentId: location ? String(location.key) : null,
    kind: location?.kind ?? 'note',
    path: location?.path ?? [],
    ...(copies.length > 0 && { copies }),
  }
}

/** Returns the documents with nearly the same passages as a cited one, without those that are cited themselves. */
function copiesOf(key: number, { trace, document_keys: documentKeys }: Row): number[] {
  const cited = new Set(documentKeys.flat())
  const copies = (trace?.passages ?? [])
    .filter(({ documentKey, fate }) => documentKey === key && fate === 'cited')
    .flatMap(({ duplicates = [] }) => duplicates)
  return [...new Set(copies)].filter((copy) => !cited.has(copy))
}

/** Returns the documents that a trace names besides the sources. */
function namedInTrace(trace: AnswerTrace | null): number[] {
  return [...(trace?.related ?? []), ...(trace?.passages ?? []).flatMap(({ duplicates = [] }) => duplicates)]
}

/** Presents the documents that the reader can see now. */
function presentDocuments(
  keys: readonly number[],
  locations: ReadonlyMap<number, DocumentLocation>,
  publicUrl: string,
): SourceWithLocation[] {
  return keys.flatMap((key) => {
    const location = locations.get(key)
    if (!location) return []
    const { id, title, updatedAt, kind, path } = location
    return [
      {
        id,
        title: cleanText(title),
        url: documentUrl(publicUrl, location),
        updatedAt: updatedAt.toISOString(),
        documentId: String(key),
        kind,
        path,
      },
    ]
  })
}
