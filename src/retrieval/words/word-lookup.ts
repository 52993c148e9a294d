import { sql } from 'kysely'
import type { Viewer } from '../../access/viewer.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { kept } from '../../storage/kept-statements.ts'
import type { FoundPassage, Place } from '../found-passage.ts'
import { lexicalRanking, rankByIndex, termStatistics } from '../lexical-ranking.ts'
import { isAmong } from '../scope.ts'
import { createTermNumbers } from './term-numbers.ts'
import type { HeldWords } from './word-thread.ts'

/** What is known of the question's terms. */
export interface AskedWords {
  /** How rare each is: what it weighs. Those that stand nowhere weigh nothing. */
  weights: ReadonlyMap<string, number>
  /** The numbers that they have among the terms of the passages found. */
  numbers: ReadonlyMap<string, number>
}

export interface WordQuestion {
  terms: readonly string[]
  documentKeys: readonly number[] | undefined
  depth: number
  /** How many of all passages the viewer sees, where that is known. */
  share: () => Promise<number | undefined>
}

/** Where passages are looked up by their words: in memory, or in the database itself. Always what the viewer may see. */
export interface WordLookup {
  best(question: WordQuestion): Promise<{ places: Place[]; asked: AskedWords }>
  /** With what stands right before and after each in its document; each once. */
  readAround(places: readonly Place[]): Promise<FoundPassage[]>
}

/** What it names was seen by the viewer a moment ago; the passages themselves are read under the rule of now. */
export function wordsInMemory(held: HeldWords, { organizationId, audienceIds }: Viewer): WordLookup {
  const viewer = { organizationId, audienceIds }
  return {
    async best({ terms, documentKeys, depth }) {
      const scores = await held.best({ ...viewer, terms, documentKeys, depth })
      return {
        places: scores.places,
        asked: {
          weights: new Map(scores.terms.map(({ term, weight }) => [term, weight])),
          numbers: new Map(scores.terms.map(({ term, number }) => [term, number])),
        },
      }
    },
    readAround: (places) => held.readAround({ ...viewer, places }),
  }
}

export function wordsInDatabase(
  store: Sql,
  { lexical }: Pick<Database, 'lexical'>,
  viewer: Viewer,
  /** Switched off only by the test that shows row-level security holding alone. */
  filter: typeof visibleTo = visibleTo,
): WordLookup {
  const numbers = createTermNumbers()
  const found = (row: PlacedRow): FoundPassage => ({
    chunkKey: row.key,
    documentKey: row.document_key,
    ordinal: row.ordinal,
    terms: Uint32Array.from(row.terms.split(' '), numbers.of),
  })
  return {
    async best({ terms, documentKeys, depth, share }) {
      const statistics = await termStatistics(store, lexical, terms)
      if (lexical === 'bm25') await rankByIndex(store, depth, await share())
      // A statement by itself: within another one the index would not rank.
      const ranking = lexicalRanking(lexical, {
        ...{ terms, ...statistics, depth },
        where: sql`${filter(viewer, 'c')} and ${isAmong(documentKeys, 'c.document_key')}`,
      })
      const { rows } = await sql<{ key: number; document_key: number }>`${ranking}`.execute(store)
      return {
        places: rows.map((row) => ({ chunkKey: row.key, documentKey: row.document_key })),
        asked: {
          weights: statistics.weights,
          numbers: new Map(terms.map((term) => [term, numbers.of(term)])),
        },
      }
    },
    async readAround(places) {
      const { rows } = await sql<PlacedRow>`${kept}
        select c.key, c.document_key, c.ordinal, c.terms from chunk c
        where ${filter(viewer, 'c')} and c.key = any(${places.map(({ chunkKey }) => chunkKey)}::bigint[])`.execute(
        store,
      )
      const beside = [-1, 1].flatMap((step) =>
        rows.map((row) => ({ documentKey: row.document_key, ordinal: row.ordinal + step })),
      )
      const { rows: others } = await sql<PlacedRow>`${kept}
        select n.key, n.document_key, n.ordinal, n.terms
        from unnest(${beside.map((place) => place.documentKey)}::bigint[], ${beside.map((place) => place.ordinal)}::int[])
          as place (document_key, ordinal)
        join chunk n on ${filter(viewer, 'n')} and n.document_key = place.document_key and n.ordinal = place.ordinal`.execute(
        store,
      )
      return [...new Map([...rows, ...others].map((row) => [row.key, row])).values()].map(found)
    },
  }
}

interface PlacedRow {
  key: number
  document_key: number
  ordinal: number
  terms: string
}
