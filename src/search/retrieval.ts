import type { Caller } from '../access/caller.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database, Sql } from '../storage/database.ts'
import { readDocumentPaths } from './document-paths.ts'
import { type HydratedPassage, hydratePassages } from './hydrate-passages.ts'
import type { InMemoryIndexes } from './in-memory-indexes.ts'
import { correctQuestion } from './lexical/corrected-question.ts'
import { createSqlLexicalSearcher, type LexicalSearcher } from './lexical/lexical-searcher.ts'
import { expandQuestion } from './lexical/question-expansion.ts'
import { createTermSamples } from './lexical/term-samples.ts'
import { readSection } from './read-section.ts'
import type { RankedCandidate } from './rerank/fusion.ts'
import { rerank } from './rerank/rerank.ts'
import { createRerankFeatureCache } from './rerank/rerank-features.ts'
import { applyReviewWeights } from './rerank/review-weights.ts'
import { documentsInScope, isUnscoped, type SearchScope } from './search-scope.ts'
import { type ShortlistQuery, shortlist } from './shortlist.ts'
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
  /**
   * The question's analyzed terms. A misspelt term is replaced by the nearest one that occurs in a passage the caller can
   * see; a term that occurs in none and has no near one stays.
   */
  terms: readonly string[]
  /**
   * Inverse document frequencies of the terms that were searched for and occur; lower for a term that the question
   * doesn't contain: a correction, other near spellings, words written apart or together.
   */
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
    query: Omit<ShortlistQuery, 'documentKeys'>,
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

  /** Expands the question by known terms, and embeds it as corrected or, if nothing was, as typed. */
  async function prepareQuery(
    caller: Caller,
    question: string,
    embedded: Promise<Float32Array | undefined>,
    index: LexicalSearcher | undefined,
  ): Promise<Omit<ShortlistQuery, 'documentKeys'>> {
    const { corrections, ...expansion } = index
      ? await expandQuestion(index, caller, question)
      : await database.readAs(caller, (store) =>
          expandQuestion(createSqlLexicalSearcher(store, database, termSamples), caller, question),
        )
    const corrected = embedder && (await correctQuestion(database, caller, question, corrections))
    const vector = await (corrected === undefined ? embedded : embedQuestion(corrected))
    const languageSupport = vector && embedder ? estimateLanguageSupport(embedder, question) : 0
    return { ...expansion, vector, languageSupport }
  }

  return {
    async search(caller, { question, scope, limit }) {
      const embedded = embedQuestion(question)
      const [lexicalIndex, vectorIndex] = await Promise.all([indexes?.lexical?.current(), indexes?.vector?.current()])
      const findIn = async (loaded: LoadedIndexes) => {
        const query = await prepareQuery(caller, question, embedded, loaded.lexicalIndex)
        return { ...query, ...(await findShortlist(caller, scope, loaded, query)) }
      }
      const { terms, vector, languageSupport, ranked, statistics } = await findIn({ lexicalIndex, vectorIndex }).catch(
        (error: unknown) => {
          if (!(error instanceof WorkerExitedError)) throw error
          // The next search loads the index again.
          return findIn(noIndexes)
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
      const best = rerank(ranked, { terms, languageSupport, ...statistics }, { features, paths, vector }).filter(
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
