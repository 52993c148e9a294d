import type { Viewer } from '../access/viewer.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database } from '../storage/database.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { fluencyOf } from './fluency.ts'
import { rank, readClosely, readCloser } from './fusion.ts'
import { termWeights } from './lexical-ranking.ts'
import { weighReviews } from './review-weight.ts'
import { type SearchScope, scopeFilter } from './scope.ts'
import { sentenceSimilarities } from './sentence-similarity.ts'

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

const depth = 100

export function createRetrieval({
  database,
  embedder,
  spaceId,
  now,
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
  now: () => Date
}): Retrieval {
  const find = async (viewer: Viewer, { question, scope }: Query): Promise<Findings> => {
    const terms = questionTerms(question)
    const vector = await embedder
      ?.embed([question], { priority: 'interactive' })
      .then(([first]) => first)
      .catch(() => undefined)
    const fluency = vector && embedder ? fluencyOf(embedder, question) : 0
    const { ranked, weights } = await database.readAs(viewer, async (store) => {
      const candidates = await findCandidates(store, database, viewer, {
        terms,
        vector,
        spaceId,
        depth,
        inScope: await scopeFilter(store, viewer, scope),
      })
      const weights = await termWeights(store, database.lexical, terms)
      const ranked = rank({ candidates, terms, weights, fluency })
      if (vector && fluency > 0) {
        const chunkKeys = ranked.slice(0, readClosely).map(({ candidate }) => candidate.chunkKey)
        const near = await sentenceSimilarities(store, viewer, { chunkKeys, vector, spaceId })
        for (const { candidate } of ranked) candidate.sentenceSimilarities = near.get(candidate.chunkKey)
      }
      return { ranked, weights }
    })
    const passages = readCloser(ranked, { terms, weights, fluency })
      .filter(({ lexical, candidate }) => lexical > 0 || candidate.similarity !== undefined)
      .map(({ candidate, score }) => ({ ...candidate, score }))
    return { passages: weighReviews(passages, now()), terms, weights, fluency }
  }

  return { find, search: async (viewer, query) => (await find(viewer, query)).passages }
}
