import type { Caller } from '../access/caller.ts'
import type { AnswerTrace } from '../answer/answer-trace.ts'
import type { AskedQuestion, CitedSource, SourceWithLocation } from '../contract/history.ts'
import type { Source } from '../contract/source.ts'
import { atCitedPage, documentUrl } from '../document-url.ts'
import { cleanText } from '../ingest/clean-text.ts'
import type { Database } from '../storage/database.ts'
import { type DocumentLocation, locateDocuments } from './document-reader.ts'

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
  document_keys: number[][]
  trace: AnswerTrace | null
  rating: 'up' | 'down' | null
  rating_reason: string | null
  shared_at: Date | null
  thread_id: string | null
  thread_position: number | null
  root_id: string | null
}

/** Returns where the documents of these questions are, of those that the reader can see now. */
export function locateSources(
  database: Database,
  reader: Caller,
  rows: readonly QuestionRow[],
): Promise<Map<number, DocumentLocation>> {
  const keys = new Set(rows.flatMap((row) => [...row.document_keys.flat(), ...namedInTrace(row.trace)]))
  return database.readAs(reader, (store) => locateDocuments(store, reader, [...keys]))
}

/**
 * Presents a logged question, with its answer only while the reader can see all of its sources, so that revoked access
 * applies to old answers too.
 */
export function presentQuestion(
  row: QuestionRow,
  locations: ReadonlyMap<number, DocumentLocation>,
  publicUrl: string,
): AskedQuestion {
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
