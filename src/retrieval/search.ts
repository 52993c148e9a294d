import type { Viewer } from '../access/viewer.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database, Sql } from '../storage/database.ts'
import { type Candidate, readCandidates } from './candidates.ts'
import { fluencyOf } from './fluency.ts'
import { readClosely, readCloser } from './fusion.ts'
import type { Mirrors } from './mirrors.ts'
import { weighReviews } from './review-weight.ts'
import { documentsInScope, isOpen, type SearchScope } from './scope.ts'
import { createSentenceCoverage } from './sentence-coverage.ts'
import { sentenceSimilarities } from './sentence-similarity.ts'
import { shortlist } from './shortlist.ts'
import { vectorsInDatabase, vectorsInMemory } from './vectors/vector-lookup.ts'
import type { HeldVectors } from './vectors/vector-thread.ts'
import { wordsInDatabase, wordsInMemory } from './words/word-lookup.ts'
import type { HeldWords } from './words/word-thread.ts'

export interface Passage extends Candidate {
  score: number
}

/** What a search found, with what it knows of the question. */
export interface Findings {
  passages: Passage[]
  /** The question's analyzed terms, and how much each weighs: how rare it is. */
  terms: readonly string[]
  weights: ReadonlyMap<string, number>
  /** How well the embedding model reads the question, 0 to 1; 0 without a model. */
  fluency: number
}

export interface Query {
  question: string
  scope: SearchScope
}

export interface Retrieval {
  /** The best passages for a question, best first, out of what the viewer may see. */
  search(viewer: Viewer, query: Query): Promise<Passage[]>
  find(viewer: Viewer, query: Query): Promise<Findings>
}

export function createRetrieval({
  database,
  embedder,
  spaceId,
  mirrors,
  now,
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
  /** What is held in memory of all passages; the database answers for what is not. */
  mirrors?: Pick<Mirrors, 'vectors' | 'words'>
  now: () => Date
}): Retrieval {
  const sentenceCoverage = createSentenceCoverage()

  const shortlisted = async (
    viewer: Viewer,
    scope: SearchScope,
    {
      vector,
      words,
      vectors,
      ...asked
    }: Held & { terms: string[]; fluency: number; vector: Float32Array | undefined },
  ) => {
    const withMeaning = (store?: Sql) => {
      if (!vector) return undefined
      if (vectors) return { vector, vectors: vectorsInMemory(vectors, viewer) }
      return store && { vector, vectors: vectorsInDatabase(store, spaceId, viewer) }
    }
    const narrowed = (store: Sql) => documentsInScope(store, viewer, scope)
    // With all of it in memory nobody else waits for the database meanwhile.
    if (words && (vectors || !vector)) {
      const documentKeys = isOpen(scope) ? undefined : await database.readAs(viewer, narrowed)
      const lookups = { words: wordsInMemory(words, viewer), meaning: withMeaning() }
      return shortlist(lookups, { ...asked, documentKeys })
    }
    return database.readAs(viewer, async (store) => {
      const byWords = words ? wordsInMemory(words, viewer) : wordsInDatabase(store, database, viewer)
      const lookups = { words: byWords, meaning: withMeaning(store) }
      return shortlist(lookups, { ...asked, documentKeys: await narrowed(store) })
    })
  }

  const find = async (viewer: Viewer, { question, scope }: Query): Promise<Findings> => {
    const terms = questionTerms(question)
    const [vector, words, vectors] = await Promise.all([
      embedder
        ?.embed([question], { priority: 'interactive' })
        .then(([first]) => first)
        .catch(() => undefined),
      mirrors?.words?.current(),
      mirrors?.vectors?.current(),
    ])
    const fluency = vector && embedder ? fluencyOf(embedder, question) : 0
    const found = { terms, fluency, vector, words, vectors }
    const { ranked, asked } = await shortlisted(viewer, scope, found)
    // A statement for each: together they are planned badly while the store is small, and are no faster when it is not.
    const read = await database.readAs(viewer, async (store) => {
      const read = await readCandidates(store, { viewer }, ranked)
      if (!vector || fluency === 0) return read
      const chunkKeys = read.slice(0, readClosely).map(({ candidate }) => candidate.chunkKey)
      const near = await sentenceSimilarities(store, viewer, { chunkKeys, vector, spaceId })
      for (const { candidate } of read) candidate.sentenceSimilarities = near.get(candidate.chunkKey)
      return read
    })
    const passages = readCloser(read, { terms, fluency, ...asked }, sentenceCoverage)
      .filter(({ lexical, candidate }) => lexical > 0 || candidate.similarity !== undefined)
      .map(({ candidate, score }) => ({ ...candidate, score }))
    return { passages: weighReviews(passages, now()), terms, weights: asked.weights, fluency }
  }

  return { find, search: async (viewer, query) => (await find(viewer, query)).passages }
}

/** What is in memory at the moment. */
interface Held {
  words: HeldWords | undefined
  vectors: HeldVectors | undefined
}
