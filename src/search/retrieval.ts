import type { Caller } from '../access/caller.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { VectorIndex } from '../storage/vector-index.ts'
import { type HydratedPassage, hydratePassages } from './hydrate-passages.ts'
import type { LexicalIndexClient } from './lexical/lexical-index-client.ts'
import { createMemoryLexicalSearcher, createSqlLexicalSearcher } from './lexical/lexical-searcher.ts'
import { type rankCandidates, rerank } from './rerank/fusion.ts'
import { createRerankFeatureCache } from './rerank/rerank-features.ts'
import { applyReviewWeights } from './rerank/review-weights.ts'
import { documentsInScope, isUnscoped, type SearchScope } from './search-scope.ts'
import { shortlist } from './shortlist.ts'
import type { InMemoryIndexes } from './sync/in-memory-indexes.ts'
import type { FlatVectorIndexClient } from './vector/flat-vector-index-client.ts'
import { estimateLanguageSupport } from './vector/language-support.ts'
import { createVectorIndexSelector } from './vector/vector-index-selector.ts'
import { createMemoryVectorSearcher, createSqlVectorSearcher } from './vector/vector-searcher.ts'

export interface Passage extends HydratedPassage {
  score: number
}

/** What a search found, with what it knows of the question. */
export interface RetrievalResult {
  /** As many as were wanted, best first. */
  passages: Passage[]
  /** How many it would have had. */
  found: number
  /** The question's analyzed terms, and how much each weighs: how rare it is. */
  terms: readonly string[]
  weights: ReadonlyMap<string, number>
  /** How well the embedding model reads the question, 0 to 1; 0 without a model. */
  languageSupport: number
}

export interface RetrievalQuery {
  question: string
  scope: SearchScope
  /** So many passages, or the best passage of so many documents; absent: everything that was found. */
  limit?: { passages: number } | { documents: number }
}

export interface Retrieval {
  /** The best passages for a question, best first, out of what the viewer may see. */
  search(caller: Caller, query: RetrievalQuery): Promise<Passage[]>
  find(caller: Caller, query: RetrievalQuery): Promise<RetrievalResult>
}

export function createRetrieval({
  database,
  embedder,
  spaceId,
  indexes,
  now,
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
  /** What is held in memory of all passages; the database answers for what is not. */
  indexes?: Pick<InMemoryIndexes, 'vector' | 'lexical'>
  now: () => Date
}): Retrieval {
  const closeReading = createRerankFeatureCache(database, spaceId)
  const indexChoice = createVectorIndexSelector({ database, now })

  const shortlisted = async (
    caller: Caller,
    scope: SearchScope,
    {
      vector,
      lexicalIndex,
      vectorIndex,
      ...asked
    }: LoadedIndexes & { terms: string[]; languageSupport: number; vector: Float32Array | undefined },
  ) => {
    const withMeaning = (store?: Sql, index?: VectorIndex) => {
      if (!vector) return undefined
      if (vectorIndex) return { vector, vectors: createMemoryVectorSearcher(vectorIndex, caller) }
      return store && { vector, vectors: createSqlVectorSearcher(store, spaceId, caller, index) }
    }
    const narrowed = (store: Sql) => documentsInScope(store, caller, scope)
    // With all of it in memory nobody else waits for the database meanwhile.
    if (lexicalIndex && (vectorIndex || !vector)) {
      const documentKeys = isUnscoped(scope) ? undefined : await database.readAs(caller, narrowed)
      const lookups = { lexical: createMemoryLexicalSearcher(lexicalIndex, caller), semantic: withMeaning() }
      return shortlist(lookups, { ...asked, documentKeys })
    }
    const index = vector && !vectorIndex ? await indexChoice(caller) : undefined
    return database.readAs(caller, async (store) => {
      const byWords = lexicalIndex
        ? createMemoryLexicalSearcher(lexicalIndex, caller)
        : createSqlLexicalSearcher(store, database, caller)
      const lookups = { lexical: byWords, semantic: withMeaning(store, index) }
      return shortlist(lookups, { ...asked, documentKeys: await narrowed(store) })
    })
  }

  const find = async (
    caller: Caller,
    { question, scope, limit }: RetrievalQuery,
  ): Promise<RetrievalResult> => {
    const terms = questionTerms(question)
    const [vector, lexicalIndex, vectorIndex] = await Promise.all([
      embedder
        ?.embed([question], { priority: 'interactive' })
        .then(([first]) => first)
        .catch(() => undefined),
      indexes?.lexical?.current(),
      indexes?.vector?.current(),
    ])
    const languageSupport = vector && embedder ? estimateLanguageSupport(embedder, question) : 0
    const found = { terms, languageSupport, vector, lexicalIndex, vectorIndex }
    const { ranked, statistics } = await shortlisted(caller, scope, found)
    const keys = ranked.slice(0, rerankDepth).map(({ candidate }) => candidate.chunkKey)
    const looks = await closeReading.load(caller, keys, vector !== undefined && languageSupport > 0)
    const best = rerank(ranked, { terms, languageSupport, ...statistics }, { looks, vector }).filter(
      ({ lexicalScore, candidate }) => lexicalScore > 0 || candidate.similarity !== undefined,
    )
    const read = await hydratePassages(database, { caller }, applyLimit(best, limit))
    const passages = read.map(({ candidate, score }) => ({ ...candidate, score }))
    return {
      passages: applyReviewWeights(passages, now()),
      found: best.length,
      terms,
      weights: statistics.weights,
      languageSupport,
    }
  }

  return { find, search: async (caller, query) => (await find(caller, query)).passages }
}

/** Phrases and sentences are looked at only where they can still matter. */
const rerankDepth = 60
/** At least so many are read, because what somebody vouches for may yet pass what stood before it. */
const minHydrated = 30

function applyLimit(
  best: ReturnType<typeof rankCandidates>,
  wanted: RetrievalQuery['limit'],
): ReturnType<typeof rankCandidates> {
  if (!wanted) return best
  if ('passages' in wanted) return best.slice(0, Math.max(minHydrated, wanted.passages))
  const firsts = new Map<number, (typeof best)[number]>()
  for (const entry of best) {
    if (!firsts.has(entry.candidate.documentKey)) firsts.set(entry.candidate.documentKey, entry)
  }
  return [...firsts.values()].slice(0, Math.max(minHydrated, wanted.documents))
}

/** What is in memory at the moment. */
interface LoadedIndexes {
  lexicalIndex: LexicalIndexClient | undefined
  vectorIndex: FlatVectorIndexClient | undefined
}
