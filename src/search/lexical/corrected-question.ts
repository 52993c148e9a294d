import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { questionWords } from '../../ingest/analyze.ts'
import type { Database } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageRef } from '../passage-candidate.ts'
import { distancesToPrefixes, maxComparedLength } from './edit-distance.ts'

/** A misspelt word that can hardly stand for another term. */
export interface Correction {
  /** As typed. */
  word: string
  stem: string
  /** Some passages with the stem. */
  examples: readonly PassageRef[]
}

/**
 * Returns the question with each misspelt word as the examples spell it, of their spellings the nearest: the embedding
 * model reads words, not stems.
 */
export async function correctQuestion(
  database: Pick<Database, 'readStatementAs'>,
  caller: Caller,
  question: string,
  corrections: readonly Correction[],
): Promise<string> {
  const keys = corrections.flatMap(({ examples }) => examples.map(({ chunkKey }) => chunkKey))
  if (keys.length === 0) return question
  const rows = await database.readStatementAs(
    caller,
    sql<{ body: string; language: string }>`${asPrepared}
    select c.body, d.language from chunk c join document d on ${visibleTo(caller, 'd')} and d.key = c.document_key
    where ${visibleTo(caller, 'c')} and c.key = any(${keys}::bigint[])`,
  )
  const words = rows.flatMap(({ body, language }) => questionWords(body, language))
  let corrected = question
  for (const { word, stem } of corrections) {
    const spellings = words.filter(({ terms }) => terms[0] === stem).map(({ text }) => text)
    const nearest = nearestSpelling(word.toLowerCase(), spellings)
    if (nearest) corrected = corrected.replace(word, () => nearest)
  }
  return corrected
}

function nearestSpelling(word: string, spellings: readonly string[]): string | undefined {
  const distances = new Map<string, number>()
  for (const spelling of spellings) {
    const lower = spelling.toLowerCase()
    if (distances.has(lower) || lower.length > maxComparedLength) continue
    distances.set(lower, distancesToPrefixes(lower, word, maxComparedLength)?.[word.length] ?? maxComparedLength)
  }
  return [...distances].sort(([, a], [, b]) => a - b)[0]?.[0]
}
