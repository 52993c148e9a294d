import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import type { PassageCandidate, PassageRef } from '../passage-candidate.ts'
import type { VectorCodes } from '../vector/vector-searcher.ts'
import type { LexicalEngine } from './lexical-engine.ts'
import type { LexicalHits } from './max-score-search.ts'
import { findIndexedTerms, rankByPassageIndex } from './passage-index-ranking.ts'
import { createPassageTermIds, type PassageTermIds } from './passage-term-ids.ts'
import { type Misspelling, type NearTerm, rankNearTerms } from './spelling.ts'
import { rankPassages, weighTerms } from './sql-lexical-ranking.ts'
import type { TermSamples } from './term-samples.ts'

export interface LexicalSearchQuery {
  terms: readonly string[]
  /** Factors of the weights of single terms; 1 for all others. */
  factors?: ReadonlyMap<string, number>
  /** Restricts the search to passages of these documents. */
  documentKeys: readonly number[] | undefined
  depth: number
  /** Share of all passages that the caller can see, 0 to 1, where it is known. */
  visibleShare: () => Promise<number | undefined>
}

/** Finds passages by their terms, in memory or in the database; only passages that the caller can see. */
export interface LexicalSearcher {
  search(caller: Caller, query: LexicalSearchQuery): Promise<LexicalHits>
  /** Returns those of the terms that occur in any passage. */
  findKnownTerms(caller: Caller, terms: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the nearest known stems of each misspelling, best first. */
  findNearTerms(caller: Caller, misspellings: readonly Misspelling[]): Promise<NearTerm[][]>
  /** Returns the passages and their direct neighbours in the document, each once. */
  readWithAdjacent(caller: Caller, passages: readonly PassageRef[]): Promise<PassageCandidate[]>
}

export interface SqlLexicalOptions {
  engine: LexicalEngine
  termSamples: TermSamples
  /** One for all steps of a search. */
  termIds?: PassageTermIds
  /** Terms of passages that the same search has read, so that they aren't read again. */
  termsByPassage?: Map<number, Uint32Array>
  /** Receives the vectors of the passages that are read, so that the same search doesn't read them by a statement of their own. */
  vectors?: { spaceId: number; codes: VectorCodes } | undefined
}

export function createSqlLexicalSearcher(
  store: Sql,
  { engine, termSamples, termIds = createPassageTermIds(), termsByPassage = new Map(), vectors }: SqlLexicalOptions,
): LexicalSearcher {
  const toCandidate = (row: PassageTermsRow): PassageCandidate => {
    const terms = termsByPassage.get(row.key) ?? termIds.idsOf(row.terms ?? '')
    termsByPassage.set(row.key, terms)
    return { chunkKey: row.key, documentKey: row.document_key, ordinal: row.ordinal, terms }
  }
  /** Returns those of the terms that occur; without a passage index, in the best passages for them. More frequent ones are in the sample. */
  async function findOccurring(caller: Caller, terms: readonly string[]): Promise<Set<string>> {
    if (terms.length === 0) return new Set()
    if (engine === 'passage-index') return findIndexedTerms(store, caller, terms)
    const weighted = weighTerms(terms, await termSamples.statisticsFor(store, caller))
    const hits = await rankPassages(store, engine, {
      ...{ caller, terms, ...weighted, depth: 2 * terms.length, documentKeys: undefined },
    })
    const missing = new Set(await findMissingTerms(store, caller, hits, terms))
    return new Set(terms.filter((term) => !missing.has(term)))
  }
  return {
    async findKnownTerms(caller, terms) {
      const { documentFrequency } = await termSamples.statisticsFor(store, caller)
      const unique = [...new Set(terms)]
      const unseen = await findOccurring(
        caller,
        unique.filter((term) => documentFrequency(term) === 0),
      )
      return new Set(unique.filter((term) => documentFrequency(term) > 0 || unseen.has(term)))
    },
    async findNearTerms(caller, misspellings) {
      const { documentFrequency, stemsNear } = await termSamples.statisticsFor(store, caller)
      const candidates = misspellings.map((misspelling) =>
        Array.from(stemsNear(misspelling), ([term, likelihood]) => {
          return { term, likelihood, frequency: documentFrequency(term) }
        }),
      )
      // A sample can be older than the last deletion or restriction.
      const occurring = await findOccurring(caller, [
        ...new Set(candidates.flatMap((near) => rankNearTerms(near).map(({ term }) => term))),
      ])
      return candidates.map((near) => rankNearTerms(near.filter(({ term }) => occurring.has(term))))
    },
    async search(caller, { terms, factors, documentKeys, depth, visibleShare }) {
      const statistics = await termSamples.statisticsFor(store, caller)
      const weighted = weighTerms(terms, statistics, factors)
      const query = { caller, terms, ...weighted, documentKeys, depth }
      const idByTerm = new Map(terms.map((term) => [term, termIds.idOf(term)]))
      if (engine === 'passage-index') {
        const { hits, weights, ...ranked } = await rankByPassageIndex(store, query, termIds)
        for (const [key, terms] of ranked.termsByPassage) termsByPassage.set(key, terms)
        return { hits, statistics: { weights, termIds: idByTerm } }
      }
      const hits = await rankPassages(store, engine, {
        ...query,
        visibleShare: engine === 'bm25' ? await visibleShare() : undefined,
      })
      const weights = new Map(weighted.weights)
      const unseen = [...weights.keys()].filter((term) => statistics.documentFrequency(term) === 0)
      for (const term of await findMissingTerms(store, caller, hits, unseen)) weights.delete(term)
      return { hits, statistics: { weights, termIds: idByTerm } }
    },
    async readWithAdjacent(caller, passages) {
      const isKnown = (known: ReadonlyMap<number, unknown>) => sql`n.key = any(${[...known.keys()]}::bigint[])`
      const code = vectors
        ? sql`case when not ${isKnown(vectors.codes)} then (
            select v.code from chunk_vector v
            where ${visibleTo(caller, 'v')} and v.chunk_key = n.key and v.space_id = ${vectors.spaceId}) end`
        : sql`null`
      const { rows } = await sql<PassageTermsRow & { code: Buffer | null }>`${asPrepared}
        select n.key, n.document_key, n.ordinal, case when not ${isKnown(termsByPassage)} then n.terms end as terms,
          ${code} as code
        from chunk c join chunk n on ${visibleTo(caller, 'n')}
          and n.document_key = c.document_key and n.ordinal between c.ordinal - 1 and c.ordinal + 1
        where ${visibleTo(caller, 'c')} and c.key = any(${passages.map(({ chunkKey }) => chunkKey)}::bigint[])`.execute(
        store,
      )
      for (const row of rows) if (!vectors?.codes.has(row.key)) vectors?.codes.set(row.key, row.code)
      return [...new Map(rows.map((row) => [row.key, row])).values()].map(toCandidate)
    },
  }
}

/** Returns the terms that none of the passages contains. A term outside the sample is unknown unless a hit has it. */
async function findMissingTerms(
  store: Sql,
  caller: Caller,
  passages: readonly PassageRef[],
  terms: readonly string[],
): Promise<string[]> {
  if (terms.length === 0) return []
  const { rows } = await sql<{ term: string }>`${asPrepared}
    select distinct t.term from chunk c, unnest(string_to_array(c.terms, ' ')) t (term)
    where ${visibleTo(caller, 'c')} and c.key = any(${passages.map(({ chunkKey }) => chunkKey)}::bigint[])
      and t.term = any(${terms}::text[])`.execute(store)
  const found = new Set(rows.map(({ term }) => term))
  return terms.filter((term) => !found.has(term))
}

interface PassageTermsRow {
  key: number
  document_key: number
  ordinal: number
  /** Null if they are known. */
  terms: string | null
}
