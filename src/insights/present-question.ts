import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { AnswerTrace } from '../answer/answer-trace.ts'
import type { AskedQuestion, CitedSource, NearestNote, NoteOwner, SourceWithLocation } from '../contract/history.ts'
import type { Source } from '../contract/source.ts'
import { atCitedPage, documentUrl } from '../document-url.ts'
import { cleanText } from '../ingest/clean-text.ts'
import { type DocumentLocation, locateDocuments } from '../search/document-locations.ts'
import type { Database, Sql } from '../storage/database.ts'
import { findOwners } from './note-owners.ts'

/** A row of the table `question`. */
export interface QuestionRow {
  id: string
  question: string
  asked_at: Date
  outcome: 'answered' | 'refused'
  parent_id: string | null
  assistant_id: string | null
  answer: string | null
  sources: Source[] | null
  /** By source; then those that the answer takes words from without a citation. */
  document_keys: number[][]
  trace: AnswerTrace | null
  rating: 'up' | 'down' | null
  rating_reason: string | null
  shared_at: Date | null
  thread_id: string | null
  thread_position: number | null
  root_id: string | null
}

/** The documents of questions that the reader can see now. */
export interface SourceLocations {
  locations: ReadonlyMap<number, DocumentLocation>
  /** Owners of the nearest notes, by the keys of the notes. */
  owners: ReadonlyMap<number, NoteOwner>
  /** Texts of the passages nearest to refused questions, by their keys. */
  nearestTexts: ReadonlyMap<number, string>
}

/** Returns where the documents of these questions are, of those that the reader can see now. */
export async function locateSources(
  database: Database,
  reader: Caller,
  rows: readonly QuestionRow[],
): Promise<SourceLocations> {
  const keys = new Set(rows.flatMap((row) => [...row.document_keys.flat(), ...namedInTrace(row.trace)]))
  const chunkKeys = rows.flatMap(({ trace }) => (trace?.excerpts ?? []).map(({ chunkKey }) => chunkKey))
  const { locations, nearestTexts } = await database.readAs(reader, async (store) => ({
    locations: await locateDocuments(store, reader, [...keys]),
    nearestTexts: chunkKeys.length > 0 ? await readTexts(store, reader, chunkKeys) : new Map<number, string>(),
  }))
  const related = new Set(rows.flatMap(({ trace }) => trace?.related ?? []))
  const nearest = [...locations.values()].filter(({ key }) => related.has(key))
  return { locations, nearestTexts, owners: await findOwners(database, reader, nearest) }
}

/** Returns the texts of those passages that the reader can see now, by their keys. */
async function readTexts(store: Sql, reader: Caller, chunkKeys: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ key: number; body: string }>`
    select c.key, c.body from chunk c where ${visibleTo(reader, 'c')} and c.key = any(${[...chunkKeys]}::bigint[])`.execute(
    store,
  )
  return new Map(rows.map(({ key, body }) => [key, body]))
}

/**
 * Presents a logged question, with its answer only while the reader can see all of its sources, so that revoked access
 * applies to old answers too.
 */
export function presentQuestion(row: QuestionRow, found: SourceLocations, publicUrl: string): AskedQuestion {
  const { locations } = found
  const sources = row.sources ?? []
  const isVisible =
    row.answer !== null &&
    row.document_keys.length >= sources.length &&
    row.document_keys.every((keys) => keys.length > 0 && keys.every((key) => locations.has(key)))
  const related = row.trace?.related && presentNearest(row.trace, found, publicUrl)
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
    ...(isVisible && answerAuthor(row.trace)),
    ...(isVisible && related && { related }),
    rating: row.rating,
    ratingReason: row.rating_reason,
    isShared: row.shared_at !== null,
    ...(row.thread_id !== null && { threadId: row.thread_id }),
    ...(row.trace?.sections && { mode: 'research' as const }),
  }
}

/** Returns which language model wrote the answer, or that it is quoted; nothing for a refusal. */
function answerAuthor(trace: AnswerTrace | null): { writtenBy?: string | null } {
  if (trace?.mode === 'written') return { writtenBy: trace.model }
  return trace?.mode === 'quoted' ? { writtenBy: null } : {}
}

function presentCitedSource(
  source: Source,
  key: number | undefined,
  row: QuestionRow,
  locations: ReadonlyMap<number, DocumentLocation>,
  publicUrl: string,
): CitedSource {
  const location = key === undefined ? undefined : locations.get(key)
  const page = row.trace?.citedPages?.find(([documentKey]) => documentKey === key)?.[1]
  const copies = presentDocuments(key === undefined ? [] : copiesOf(key, row), locations, publicUrl)
  return {
    ...source,
    url: location ? atCitedPage(source.url, documentUrl(publicUrl, location)) : source.url,
    documentId: location ? String(location.key) : null,
    kind: location?.kind ?? 'note',
    ...(location && rootOf(location)),
    path: location?.path ?? [],
    ...(page !== undefined && { page }),
    ...(copies.length > 0 && { copies }),
  }
}

/** Returns the documents with nearly the same passages as a cited one, without those that are cited themselves. */
function copiesOf(key: number, { trace, document_keys: documentKeys }: QuestionRow): number[] {
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

/** Presents the nearest notes that the reader can see now, what they say that is nearest, and whom to ask about them. */
function presentNearest(
  { related = [], excerpts = [] }: AnswerTrace,
  { locations, owners, nearestTexts }: SourceLocations,
  publicUrl: string,
): NearestNote[] {
  return related.flatMap((key, index) => {
    const excerpt = excerpts[index]
    const explanation = excerpt && nearestTexts.get(excerpt.chunkKey)?.slice(excerpt.start, excerpt.end)
    const owner = owners.get(key)
    return presentDocuments([key], locations, publicUrl).map((document) => ({
      ...document,
      ...(explanation && { explanation }),
      ...(owner && { owner }),
    }))
  })
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
        ...rootOf(location),
        path,
      },
    ]
  })
}

function rootOf({ rootId }: DocumentLocation): { rootId?: string } {
  return rootId === null ? {} : { rootId }
}
