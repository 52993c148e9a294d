import type { Caller } from '../access/caller.ts'
import { createAudienceRefresh } from '../access/current-audiences.ts'
import type { Embedder } from '../models/embedder.ts'
import { isEnglishWord } from '../models/english-words.ts'
import type { Database } from '../storage/database.ts'
import { readDocumentPaths } from './document-paths.ts'
import { bestPerDocument, type FoldedPassage, foldDuplicates } from './duplicates/fold-duplicates.ts'
import { createNearDuplicateCheck } from './duplicates/near-duplicates.ts'
import { groupSimilarCandidates, type SimilarityGroups } from './duplicates/similar-candidates.ts'
import { type HydratedPassage, hydratePassages } from './hydrate-passages.ts'
import type { InMemoryIndexes } from './in-memory-indexes.ts'
import { correctQuestion } from './lexical/corrected-question.ts'
import { createLexicalEngineSelector } from './lexical/lexical-engine.ts'
import { createSqlLexicalSearcher, type LexicalSearcher } from './lexical/lexical-searcher.ts'
import { expandQuestion } from './lexical/question-expansion.ts'
import { createTermSamples } from './lexical/term-samples.ts'
import { readDocument, readSection } from './read-section.ts'
import type { RankedCandidate } from './rerank/fusion.ts'
import { rerank } from './rerank/rerank.ts'
import { createRerankFeatureCache } from './rerank/rerank-features.ts'
import { applyReviewWeights } from './rerank/review-weights.ts'
import { documentsInScope, isUnscoped, type SearchScope } from './search-scope.ts'
import { type PassageLimit, selectCandidates } from './select-candidates.ts'
import { type ShortlistQuery, shortlist } from './shortlist.ts'
import { createStoredSearchers } from './stored-searchers.ts'
import { WorkerExitedError } from './sync/worker-client.ts'
import { estimateLanguageSupport } from './vector/language-support.ts'
import { createVectorIndexSelector } from './vector/vector-index-selector.ts'
import type { VectorSearcher } from './vector/vector-searcher.ts'

export type Passage = FoldedPassage

export interface RetrievalResult {
  /** The question as it was embedded: misspelt words that hardly stand for another are spelt as in visible passages. */
  question: string
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
  /** Absent: all matches. */
  limit?: PassageLimit
}

export interface Retrieval {
  /** Returns the best passages for a question among those that the caller can see; near-duplicates are folded. */
  search(caller: Caller, query: RetrievalQuery): Promise<RetrievalResult>
  /** Returns the passages around a found one that belong to the same section, in their order; `isWide`: also those far away. */
  readSection(caller: Caller, passage: HydratedPassage, options?: { isWide?: boolean }): Promise<HydratedPassage[]>
  /** Returns the passages of a passage's document, in their order. */
  readDocument(caller: Caller, passage: HydratedPassage): Promise<HydratedPassage[]>
}

export function createRetrieval({
  database,
  embedder,
  spaceId,
  indexes,
  publicUrl,
  now,
  onEmbeddingFailure,
  onVectorsOutsideMemory = () => {},
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
  /** The database answers while an index is absent or still loading. */
  indexes: Pick<InMemoryIndexes, 'vector' | 'lexical'>
  publicUrl: string
  now: () => Date
  /** Called with the first of consecutive failures; the searches go on by terms alone. */
  onEmbeddingFailure: (error: unknown) => void
  /** Called with each search that the database compares vectors for because they don't fit into memory. */
  onVectorsOutsideMemory?: () => void
}): Retrieval {
  const rerankFeatures = createRerankFeatureCache(database, spaceId)
  const refreshAudiences = createAudienceRefresh(database)
  const termSamples = createTermSamples()
  const selectLexicalEngine = createLexicalEngineSelector(database)
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
    const documentKeys = async () =>
      isUnscoped(scope) ? undefined : database.readAs(caller, (store) => documentsInScope(store, caller, scope))
    // With both indexes in memory the search holds no database connection.
    if (lexicalIndex && (vectorIndex || !query.vector))
      return shortlist(
        caller,
        { lexical: lexicalIndex, vectors: vectorIndex },
        { ...query, documentKeys: await documentKeys() },
      )
    if (query.vector && !vectorIndex && indexes.vector?.isTooLarge() !== false) onVectorsOutsideMemory()
    const approximateIndex = query.vector && !vectorIndex ? await selectVectorIndex(caller) : undefined
    const stored = createStoredSearchers(database, {
      ...{ engine: await selectLexicalEngine(), termSamples },
      vectors: query.vector && !vectorIndex ? { spaceId, approximateIndex } : undefined,
    })
    const searchers = { lexical: lexicalIndex ?? stored.lexical, vectors: vectorIndex ?? stored.vectors }
    return shortlist(caller, searchers, { ...query, documentKeys: await documentKeys() })
  }

  /** Expands the question by known terms, and embeds it as corrected or, if nothing was, as typed. */
  async function prepareQuery(
    caller: Caller,
    question: string,
    embedded: Promise<Float32Array | undefined>,
    index: LexicalSearcher | undefined,
  ): Promise<Omit<ShortlistQuery, 'documentKeys' | 'depth'> & { corrected: string }> {
    const engine = await selectLexicalEngine()
    const { corrections, ...expansion } = index
      ? await expandQuestion(index, caller, question, isEnglishWord)
      : await database.readAs(caller, (store) =>
          expandQuestion(createSqlLexicalSearcher(store, { engine, termSamples }), caller, question, isEnglishWord),
        )
    const corrected = await correctQuestion(database, caller, question, corrections)
    const vector = await (corrected === question ? embedded : embedQuestion(corrected))
    const languageSupport = vector && embedder ? estimateLanguageSupport(embedder, question) : 0
    return { ...expansion, corrected, vector, languageSupport }
  }

  return {
    async search(requester, { question, scope, limit }) {
      const embedded = embedQuestion(question)
      const [lexicalIndex, vectorIndex] = await Promise.all([indexes.lexical?.current(), indexes.vector?.current()])
      // After the indexes, which can know of a newer audience than the request does.
      const caller = await refreshAudiences(requester)
      const findIn = async (loaded: LoadedIndexes, depth: number) => {
        const query = await prepareQuery(caller, question, embedded, loaded.lexicalIndex)
        return { ...query, ...(await findShortlist(caller, scope, loaded, { ...query, depth })) }
      }
      const rank = async (depth: number) => {
        const found = await findIn({ lexicalIndex, vectorIndex }, depth).catch((error: unknown) => {
          if (!(error instanceof WorkerExitedError)) throw error
          // The next search loads the index again.
          return findIn(noIndexes, depth)
        })
        const { corrected, terms, vector, languageSupport, ranked, statistics } = found
        const groups = groupSimilarCandidates(ranked.map(({ candidate }) => candidate))
        const reranked = selectCandidates(ranked, groups, { passages: rerankDepth }).entries
        const [features, paths] = await Promise.all([
          rerankFeatures.load(
            caller,
            reranked.map(({ candidate }) => candidate.chunkKey),
            vector !== undefined && languageSupport > 0,
          ),
          readDocumentPaths(
            database,
            caller,
            ranked.map(({ candidate }) => candidate.documentKey),
          ),
        ])
        const best = rerank(ranked, { terms, languageSupport, ...statistics }, { features, paths, vector }).filter(
          ({ lexicalScore, candidate }) => lexicalScore > 0 || candidate.similarity !== undefined,
        )
        return { corrected, terms, languageSupport, best, groups, statistics, paths }
      }
      let depth = shortlistDepth.initial
      let ranking = await rank(depth)
      while (depth < shortlistDepth.max && isFilledByDuplicates(ranking, depth, limit)) {
        depth *= shortlistDepth.factor
        ranking = await rank(depth)
      }
      const { corrected, terms, languageSupport, best, groups, statistics, paths } = ranking
      const selected = limit ? selectCandidates(best, groups, withMinHydrated(limit)).entries : best
      const hydrated = await hydratePassages(database, caller, selected, { paths, publicUrl })
      const scored = applyReviewWeights(
        hydrated.map(({ candidate, score }) => ({ ...candidate, score })),
        now(),
      )
      const areNearDuplicates = createNearDuplicateCheck({ terms, weights: statistics.weights })
      const passages = foldDuplicates(scored, groups, areNearDuplicates)
      return {
        passages: limit && 'documents' in limit ? bestPerDocument(passages) : passages,
        question: corrected,
        found: best.length,
        terms,
        weights: statistics.weights,
        languageSupport,
      }
    },
    readSection: (caller, passage, options) => readSection(database, caller, passage, options),
    readDocument: (caller, passage) => readDocument(database, caller, passage),
  }
}

interface LoadedIndexes {
  lexicalIndex: LexicalSearcher | undefined
  vectorIndex: VectorSearcher | undefined
}

const noIndexes: LoadedIndexes = { lexicalIndex: undefined, vectorIndex: undefined }

/** Passages taken from each ranking; more if near-duplicates fill them. */
const shortlistDepth = { initial: 100, factor: 4, max: 1600 }
/** Phrase and sentence features change the order only near the top. */
const rerankDepth = 60
/** Share of the selected passages or documents that must not be near-duplicates of others. */
const minDistinctShare = 0.5
/** Verified passages can move up, so at least this many are read. */
const minHydrated = 30

function withMinHydrated(limit: PassageLimit): PassageLimit {
  return 'passages' in limit
    ? { passages: Math.max(minHydrated, limit.passages) }
    : { documents: Math.max(minHydrated, limit.documents) }
}

/** Tells whether the shortlist holds too few passages or documents because near-duplicates take their places. */
function isFilledByDuplicates(
  { best, groups }: { best: readonly RankedCandidate[]; groups: SimilarityGroups },
  depth: number,
  limit: PassageLimit | undefined,
): boolean {
  if (!limit || best.length < depth) return false
  const max = 'passages' in limit ? limit.passages : limit.documents
  const { entries, distinct } = selectCandidates(best, groups, limit)
  const documents = new Set(entries.map(({ candidate }) => candidate.documentKey))
  const selected = 'passages' in limit ? entries.length : documents.size
  // Looking further takes several times as long, so a few similar passages are no reason to.
  return distinct < max && distinct < minDistinctShare * selected
}
