import type { Viewer } from '../access/viewer.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { VectorIndex } from '../storage/vector-index.ts'
import { type Candidate, readCandidates } from './candidates.ts'
import { createCloseReading } from './close-reading.ts'
import { fluencyOf } from './fluency.ts'
import { type rank, readCloser } from './fusion.ts'
import type { Mirrors } from './mirrors.ts'
import { weighReviews } from './review-weight.ts'
import { documentsInScope, isOpen, type SearchScope } from './scope.ts'
import { shortlist } from './shortlist.ts'
import { createIndexChoice } from './vectors/index-choice.ts'
import { vectorsInDatabase, vectorsInMemory } from './vectors/vector-lookup.ts'
import type { HeldVectors } from './vectors/vector-thread.ts'
import { wordsInDatabase, wordsInMemory } from './words/word-lookup.ts'
import type { HeldWords } from './words/word-thread.ts'

export interface Passage extends Candidate {
  score: number
}

/** What a search found, with what it knows of the question. */
export interface Findings {
  /** As many as were wanted, best first. */
  passages: Passage[]
  /** How many it would have had. */
  found: number
  /** The question's analyzed terms, and how much each weighs: how rare it is. */
  terms: readonly string[]
  weights: ReadonlyMap<string, number>
  /** How well the embedding model reads the question, 0 to 1; 0 without a model. */
  fluency: number
}

export interface Query {
  question: string
  scope: SearchScope
  /** So many passages, or the best passage of so many documents; absent: everything that was found. */
  wanted?: { passages: number } | { documents: number }
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
  const closeReading = createCloseReading(database, spaceId)
  const indexChoice = createIndexChoice({ database, now })

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
    const withMeaning = (store?: Sql, index?: VectorIndex) => {
      if (!vector) return undefined
      if (vectors) return { vector, vectors: vectorsInMemory(vectors, viewer) }
      return store && { vector, vectors: vectorsInDatabase(store, spaceId, viewer, index) }
    }
    const narrowed = (store: Sql) => documentsInScope(store, viewer, scope)
    // With all of it in memory nobody else waits for the database meanwhile.
    if (words && (vectors || !vector)) {
      const documentKeys = isOpen(scope) ? undefined : await database.readAs(viewer, narrowed)
      const lookups = { words: wordsInMemory(words, viewer), meaning: withMeaning() }
      return shortlist(lookups, { ...asked, documentKeys })
    }
    const index = vector && !vectors ? await indexChoice(viewer) : undefined
    return database.readAs(viewer, async (store) => {
      const byWords = words ? wordsInMemory(words, viewer) : wordsInDatabase(store, database, viewer)
      const lookups = { words: byWords, meaning: withMeaning(store, index) }
      return shortlist(lookups, { ...asked, documentKeys: await narrowed(store) })
    })
  }

  const find = async (viewer: Viewer, { question, scope, wanted }: Query): Promise<Findings> => {
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
    const keys = ranked.slice(0, readClosely).map(({ candidate }) => candidate.chunkKey)
    const looks = await closeReading.look(viewer, keys, vector !== undefined && fluency > 0)
    const best = readCloser(ranked, { terms, fluency, ...asked }, { looks, vector }).filter(
      ({ lexical, candidate }) => lexical > 0 || candidate.similarity !== undefined,
    )
    const read = await readCandidates(database, { viewer }, chosen(best, wanted))
    const passages = read.map(({ candidate, score }) => ({ ...candidate, score }))
    return {
      passages: weighReviews(passages, now()),
      found: best.length,
      terms,
      weights: asked.weights,
      fluency,
    }
  }

  return { find, search: async (viewer, query) => (await find(viewer, query)).passages }
}

/** Phrases and sentences are looked at only where they can still matter. */
const readClosely = 60
/** At least so many are read, because what somebody vouches for may yet pass what stood before it. */
const fewestRead = 30

function chosen(best: ReturnType<typeof rank>, wanted: Query['wanted']): ReturnType<typeof rank> {
  if (!wanted) return best
  if ('passages' in wanted) return best.slice(0, Math.max(fewestRead, wanted.passages))
  const firsts = new Map<number, (typeof best)[number]>()
  for (const entry of best) {
    if (!firsts.has(entry.candidate.documentKey)) firsts.set(entry.candidate.documentKey, entry)
  }
  return [...firsts.values()].slice(0, Math.max(fewestRead, wanted.documents))
}

/** What is in memory at the moment. */
interface Held {
  words: HeldWords | undefined
  vectors: HeldVectors | undefined
}
