import type { Viewer } from '../access/viewer.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database, Sql } from '../storage/database.ts'
import {
  type Candidate,
  type FoundPassage,
  findCandidates,
  readAround,
  readCandidates,
} from './candidates.ts'
import { fluencyOf } from './fluency.ts'
import { rank, readClosely, readCloser } from './fusion.ts'
import { termStatistics } from './lexical-ranking.ts'
import { weighReviews } from './review-weight.ts'
import { documentsInScope, type SearchScope } from './scope.ts'
import { sentenceSimilarities } from './sentence-similarity.ts'
import { similarityTo, similarityToMiddle } from './vector-code.ts'
import { inDatabase, inMemory, type VectorLookup } from './vector-lookup.ts'
import type { VectorMirror } from './vector-mirror.ts'

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

/** So many passages of each ranking are compared, */
const depth = 100
/** and so many of these together with what stands around them. */
const shortlist = 100

export function createRetrieval({
  database,
  embedder,
  spaceId,
  mirror,
  now,
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
  mirror?: Pick<VectorMirror, 'current'>
  now: () => Date
}): Retrieval {
  const find = async (viewer: Viewer, { question, scope }: Query): Promise<Findings> => {
    const terms = questionTerms(question)
    const vector = await embedder
      ?.embed([question], { priority: 'interactive' })
      .then(([first]) => first)
      .catch(() => undefined)
    const fluency = vector && embedder ? fluencyOf(embedder, question) : 0
    const held = vector && (await mirror?.current())
    const { ranked, weights } = await database.readAs(viewer, async (store) => {
      const lookup = held ? inMemory(held, viewer) : inDatabase(store, spaceId, viewer)
      const documentKeys = await documentsInScope(store, viewer, scope)
      const near = vector ? await lookup.nearest({ vector, documentKeys, limit: depth }) : { keys: [] }
      const statistics = await termStatistics(store, database.lexical, terms)
      const candidates = await findCandidates(
        store,
        database,
        { viewer },
        { terms, statistics, near, documentKeys, depth },
      )
      const { weights } = statistics
      const meaning = vector && { vector, lookup, codes: await lookup.codes(candidates) }
      if (meaning) compare(candidates, meaning)
      const asked = { terms, weights, fluency }
      const best = rank(candidates, asked)
        .slice(0, shortlist)
        .map(({ candidate }) => candidate)
      await lookAround(store, viewer, best, meaning)
      const ranked = await readCandidates(store, { viewer }, rank(best, asked))
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

/** The question as a vector, where others are looked up, and those that were already. */
interface Meaning {
  vector: Float32Array
  lookup: VectorLookup
  codes: ReadonlyMap<number, Int8Array>
}

function compare(candidates: readonly FoundPassage[], { vector, codes }: Meaning): void {
  for (const candidate of candidates) {
    const code = codes.get(candidate.chunkKey)
    candidate.similarity = code && similarityTo(vector, code)
  }
}

/** A passage says more with the ones before and after it. */
async function lookAround(
  store: Sql,
  viewer: Viewer,
  passages: readonly FoundPassage[],
  meaning: Meaning | undefined,
): Promise<void> {
  const around = await readAround(store, { viewer }, passages)
  const windows = passages.map((passage) => ({ passage, window: around(passage) }))
  const missing = new Set(
    windows.flatMap(({ window }) => window.filter(({ chunkKey }) => !meaning?.codes.has(chunkKey))),
  )
  const others = missing.size > 0 ? await meaning?.lookup.codes([...missing]) : undefined
  const codeOf = ({ chunkKey }: FoundPassage) => meaning?.codes.get(chunkKey) ?? others?.get(chunkKey) ?? []
  for (const { passage, window } of windows) {
    passage.windowTerms = ([] as string[]).concat(...window.map(({ terms }) => terms))
    const known = window.flatMap(codeOf)
    if (meaning && known.length > 0) passage.windowSimilarity = similarityToMiddle(meaning.vector, known)
  }
}
