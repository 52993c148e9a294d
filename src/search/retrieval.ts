import type { Caller } from '../access/caller.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database, Sql } from '../storage/database.ts'
import { readDocumentPaths } from './document-paths.ts'
import { type HydratedPassage, hydratePassages } from './hydrate-passages.ts'
import type { InMemoryIndexes } from './in-memory-indexes.ts'
import { createSqlLexicalSearcher, type LexicalSearcher } from './lexical/lexical-searcher.ts'
import { createTermSamples } from './lexical/term-samples.ts'
import { readSection } from './read-section.ts'
import type { RankedCandidate } from './rerank/fusion.ts'
import { rerank } from './rerank/rerank.ts'
import { createRerankFeatureCache } from './rerank/rerank-features.ts'
import { applyReviewWeights } from './rerank/review-weights.ts'
import { documentsInScope, isUnscoped, type SearchScope } from './search-scope.ts'
import { shortlist } from './shortlist.ts'
import { WorkerExitedError } from './sync/worker-client.ts'
import { estimateLanguageSupport } from './vector/language-support.ts'
import { createVectorIndexSelector } from './vector/vector-index-selector.ts'
import { createSqlVectorSearcher, type VectorSearcher } from './vector/vector-searcher.ts'

export interface Passage extends HydratedPassage {
  score: number
}

export interface RetrievalResult {
  /** Best first; can hold more than the limit asks for. */
  passages: Passage[]
  /** Number of matching passages before the limit. */
  found: number
  /** The question's analyzed terms with their inverse document frequencies. */
  terms: readonly string[]
  weights: ReadonlyMap<string, number>
  /** How well the embedding model understands the question's language, 0 to 1; 0 without a model. */
  languageSupport: number
}

export interface RetrievalQuery {
  question: string
  scope: SearchScope
  /** A number of passages, or the best passage each of a number of documents; absent: all matches. */
  limit?: { passages: number } | { documents: number }
}

export interface Retrieval {
  /** Returns the best passages for a question among those that the caller can see. */
  search(caller: Caller, query: RetrievalQuery): Promise<RetrievalResult>
  /** Returns the passages around a found one that belong to the same section, in their order. */
  readSection(caller: Caller, passage: HydratedPassage): Promise<HydratedPassage[]>
}

export function createRetrieval({
  database,
  embedder,
  spaceId,
  indexes,
  publicUrl,
  now,
  onEmbeddingFailure,
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
  /** The database answers while an index is absent or still loading. */
  indexes?: Pick<InMemoryIndexes, 'vector' | 'lexical'>
  publicUrl: string
  now: () => Date
  /** Called with the first of consecutive failures; the searches go on by terms alone. */
  onEmbeddingFailure: (error: unknown) => void
}): Retrieval {
  const rerankFeatures = createRerankFeatureCache(database, spaceId)
  const termSamples = createTermSamples()
  const selectVectorIndex = createVectorIndexSelector({ database, now })
  let isEmbedderFailing = false

  async function embedQuestion(question: string): Promise<Float32Array | undefined> {
    try {
      const vectors = await embedder?.embed([question], { priority: 'interactive' })
      isEmbedderFailing = false
      return vectors?.[0]
    } catch (error) {
      if (!isEmbedderFailing) onEmbeddingFailure(error)
      isEmbedderFailing = true
      return undefined
    }
  }

  async function findShortlist(
    caller: Caller,
    scope: SearchScope,
    { lexicalIndex, vectorIndex }: LoadedIndexes,
    query: { terms: string[]; languageSupport: number; vector: Float32Array | undefined },
  ) {
    const inScope = (store: Sql) => documentsInScope(store, caller, scope)
    // With both indexes in memory the search holds no database connection.
    if (lexicalIndex && (vectorIndex || !query.vector)) {
      const documentKeys = isUnscoped(scope) ? undefined : await database.readAs(caller, inScope)
      return shortlist(caller, { lexical: lexicalIndex, vectors: vectorIndex }, { ...query, documentKeys })
    }
    const approximateIndex = query.vector && !vectorIndex ? await selectVectorIndex(caller) : undefined
    return database.readAs(caller, async (store) => {
      const searchers = {
        lexical: lexicalIndex ?? createSqlLexicalSearcher(store, database, termSamples),
        vectors: vectorIndex ?? createSqlVectorSearcher(store, spaceId, approximateIndex),
      }
      return shortlist(caller, searchers, { ...query, documentKeys: await inScope(store) })
    })
  }

  return {
    async search(caller, { question, scope, limit }) {
      const terms = questionTerms(question)
      const [vector, lexicalIndex, vectorIndex] = await Promise.all([
        embedQuestion(question),
        indexes?.lexical?.current(),
        indexes?.vector?.current(),
      ])
      const languageSupport = vector && embedder ? estimateLanguageSupport(embedder, question) : 0
      const query = { terms, languageSupport, vector }
      const { ranked, statistics } = await findShortlist(caller, scope, { lexicalIndex, vectorIndex }, query).catch(
        (error: unknown) => {
          if (!(error instanceof WorkerExitedError)) throw error
          // The next search loads the index again.
          return findShortlist(caller, scope, noIndexes, query)
        },
      )
      const keys = ranked.slice(0, rerankDepth).map(({ candidate }) => candidate.chunkKey)
      const [features, paths] = await Promise.all([
        rerankFeatures.load(caller, keys, vector !== undefined && languageSupport > 0),
        readDocumentPaths(
          database,
          caller,
          ranked.map(({ candidate }) => candidate.documentKey),
        ),
      ])
      const best = rerank(ranked, { terms, languageSupport, ...statistics }, { features, vector }).filter(
        ({ lexicalScore, candidate }) => lexicalScore > 0 || candidate.similarity !== undefined,
      )
      const hydrated = await hydratePassages(database, caller, applyLimit(best, limit), { paths, publicUrl })
      const passages = hydrated.map(({ candidate, score }) => ({ ...candidate, score }))
      return {
        passages: applyReviewWeights(passages, now()),
        found: best.length,
        terms,
        weights: statistics.weights,
        languageSupport,
      }
    },
    readSection: (caller, passage) => readSection(database, caller, passage),
  }
}

interface LoadedIndexes {
  lexicalIndex: LexicalSearcher | undefined
  vectorIndex: VectorSearcher | undefined
}

const noIndexes: LoadedIndexes = { lexicalIndex: undefined, vectorIndex: undefined }

/** Phrase and sentence features change the order only near the top. */
const rerankDepth = 60
/** Verified passages can move up, so at least this many are read. */
const minHydrated = 30

function applyLimit(best: readonly RankedCandidate[], limit: RetrievalQuery['limit']): readonly RankedCandidate[] {
  if (!limit) return best
  if ('passages' in limit) return best.slice(0, Math.max(minHydrated, limit.passages))
  const bestByDocument = new Map<number, RankedCandidate>()
  for (const entry of best) {
    const { documentKey } = entry.candidate
    if (!bestByDocument.has(documentKey)) bestByDocument.set(documentKey, entry)
  }
  return [...bestByDocument.values()].slice(0, Math.max(minHydrated, limit.documents))
}
