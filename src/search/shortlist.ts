import type { Caller } from '../access/caller.ts'
import type { LexicalSearcher } from './lexical/lexical-searcher.ts'
import type { QueryTermStatistics } from './lexical/max-score-search.ts'
import type { PassageCandidate, PassageRef } from './passage-candidate.ts'
import { type RankedCandidate, rankCandidates } from './rerank/fusion.ts'
import type { VectorSearcher } from './vector/vector-searcher.ts'

export interface Searchers {
  lexical: LexicalSearcher
  vectors: VectorSearcher | undefined
}

export interface ShortlistQuery {
  /** The question's terms, and terms to search for as well. */
  terms: readonly string[]
  extraTerms: readonly string[]
  /** Factors of the weights of single terms; 1 for all others. */
  factors: ReadonlyMap<string, number>
  /** The embedded question; absent without a model. */
  vector: Float32Array | undefined
  languageSupport: number
  /** Restricts the search to passages of these documents. */
  documentKeys: readonly number[] | undefined
  /** Passages taken from each ranking, and the number of them that are compared together with their neighbours. */
  depth: number
}

/** Returns the best passages of the lexical and the vector ranking, fused, best first. */
export async function shortlist(
  caller: Caller,
  { lexical, vectors }: Searchers,
  { vector, languageSupport, documentKeys, factors, depth, ...query }: ShortlistQuery,
): Promise<{ ranked: RankedCandidate[]; statistics: QueryTermStatistics }> {
  const terms = [...query.terms, ...query.extraTerms]
  const similaritiesOf = async (groups: readonly (readonly PassageRef[])[]) =>
    vectors && vector ? groupSimilarities(caller, vectors, vector, groups) : []
  const nearest =
    vectors && vector
      ? vectors.nearest(caller, { vector, documentKeys, limit: depth })
      : Promise.resolve({ hits: [], visibleShare: undefined })
  // Awaited below; marked as handled in case the lexical search fails first.
  nearest.catch(() => {})
  const visibleShare = async () => (await nearest).visibleShare
  const requested = new Set<number>()
  /** Reads those that the other ranking hasn't found first: the one that takes longer has fewer left to read. */
  const readFound = async (found: readonly PassageRef[]): Promise<PassageCandidate[]> => {
    const rest = found.filter(({ chunkKey }) => !requested.has(chunkKey))
    for (const { chunkKey } of rest) requested.add(chunkKey)
    return rest.length > 0 ? lexical.readWithAdjacent(caller, rest) : []
  }
  const readNearest = nearest.then(({ hits }) => readFound(hits))
  readNearest.catch(() => {})
  const { hits, statistics } = await lexical.search(caller, {
    ...{ terms, factors, documentKeys, depth, visibleShare },
  })
  // Requested together: the vector search can still be running in its own thread.
  const [lexicalPassages, lexicalSimilarities, vectorPassages, { hits: vectorHits }] = await Promise.all([
    readFound(hits),
    similaritiesOf(hits.map((hit) => [hit])),
    readNearest,
    nearest,
  ])
  const similarities = new Map<number, number | undefined>(
    vectorHits.map(({ chunkKey, similarity }) => [chunkKey, similarity]),
  )
  for (const [index, { chunkKey }] of hits.entries()) similarities.set(chunkKey, lexicalSimilarities[index])
  const passages = [
    ...new Map([...lexicalPassages, ...vectorPassages].map((passage) => [passage.chunkKey, passage])).values(),
  ]
  const candidates = passages.filter(({ chunkKey }) => similarities.has(chunkKey))
  for (const candidate of candidates) candidate.similarity = similarities.get(candidate.chunkKey)
  const features = { ...statistics, terms, languageSupport }
  const best = rankCandidates(candidates, features)
    .slice(0, depth)
    .map(({ candidate }) => candidate)
  await addWindowFeatures(best, passages, similaritiesOf)
  return { ranked: rankCandidates(best, features), statistics }
}

/** Adds the terms and the similarity of each passage together with its direct neighbours. */
async function addWindowFeatures(
  best: readonly PassageCandidate[],
  passages: readonly PassageCandidate[],
  similaritiesOf: (groups: PassageCandidate[][]) => Promise<(number | undefined)[]>,
): Promise<void> {
  const windowOf = createWindowLookup(passages)
  const withNeighbours: PassageCandidate[] = []
  for (const passage of best) {
    const window = windowOf(passage)
    passage.windowTerms = concatTerms(window.map(({ terms }) => terms))
    passage.windowSimilarity = passage.similarity
    if (window.length > 1) withNeighbours.push(passage)
  }
  if (withNeighbours.length === 0) return
  const similarities = await similaritiesOf(withNeighbours.map(windowOf))
  for (const [index, passage] of withNeighbours.entries()) passage.windowSimilarity = similarities[index]
}

function createWindowLookup(passages: readonly PassageCandidate[]): (passage: PassageCandidate) => PassageCandidate[] {
  const documents = new Map<number, PassageCandidate[]>()
  for (const passage of passages) {
    const siblings = documents.get(passage.documentKey)
    if (siblings) siblings.push(passage)
    else documents.set(passage.documentKey, [passage])
  }
  return ({ documentKey, ordinal }) =>
    (documents.get(documentKey) ?? [])
      .filter((sibling) => Math.abs(sibling.ordinal - ordinal) <= 1)
      .sort((a, b) => a.ordinal - b.ordinal)
}

/** Returns the question's similarity to the centroid of each group; undefined where no passage has a vector. */
async function groupSimilarities(
  caller: Caller,
  vectors: VectorSearcher,
  vector: Float32Array,
  groups: readonly (readonly PassageRef[])[],
): Promise<(number | undefined)[]> {
  const similarities = await vectors.similarities(
    caller,
    vector,
    groups.map((passages) => ({
      documentKey: passages[0]?.documentKey ?? 0,
      chunkKeys: passages.map(({ chunkKey }) => chunkKey),
    })),
  )
  return Array.from(similarities, (value) => (Number.isNaN(value) ? undefined : value))
}

function concatTerms(parts: readonly Uint32Array[]): Uint32Array {
  const [first] = parts
  if (first && parts.length === 1) return first
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}
