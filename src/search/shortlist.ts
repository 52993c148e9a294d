import type { LexicalSearcher, QueryTermStatistics } from './lexical/lexical-searcher.ts'
import type { PassageCandidate, PassageRef } from './passage-candidate.ts'
import { rankCandidates } from './rerank/fusion.ts'
import type { VectorSearcher } from './vector/vector-searcher.ts'

/** So many passages of each ranking are compared, */
const rankingDepth = 100
/** and so many of these together with what stands around them. */
const maxShortlist = 100

export interface Searchers {
  lexical: LexicalSearcher
  /** With the question as a vector; absent without a model. */
  semantic?: { vector: Float32Array; vectors: VectorSearcher }
}

/** The best passages by words and by meaning, best first, each ranking over what the viewer may see and nothing else. */
export async function shortlist(
  { lexical, semantic }: Searchers,
  {
    terms,
    languageSupport,
    documentKeys,
  }: { terms: readonly string[]; languageSupport: number; documentKeys: readonly number[] | undefined },
): Promise<{ ranked: ReturnType<typeof rankCandidates>; statistics: QueryTermStatistics }> {
  const near = semantic
    ? semantic.vectors.nearest({ vector: semantic.vector, documentKeys, limit: rankingDepth })
    : Promise.resolve({ hits: [], visibleShare: undefined })
  // It is awaited below; words that fail before must not leave it failing by itself.
  near.catch(() => {})
  const visibleShare = async () => (await near).visibleShare
  const byWords = await lexical.search({ terms, documentKeys, depth: rankingDepth, visibleShare })
  // Asked for at once: one thread or the other is still at work on the first question.
  const [aroundWords, wordSimilarities, { aroundRest, byMeaning }] = await Promise.all([
    lexical.readWithAdjacent(byWords.hits),
    semantic
      ? groupSimilarities(
          semantic,
          byWords.hits.map((place) => [place]),
        )
      : [],
    near.then(async (byMeaning) => {
      const known = new Set(byWords.hits.map(({ chunkKey }) => chunkKey))
      const rest = byMeaning.hits.filter(({ chunkKey }) => !known.has(chunkKey))
      return { byMeaning, aroundRest: rest.length > 0 ? await lexical.readWithAdjacent(rest) : [] }
    }),
  ])
  const similarities = new Map<number, number | undefined>(
    byMeaning.hits.map(({ chunkKey, similarity }) => [chunkKey, similarity]),
  )
  for (const [index, { chunkKey }] of byWords.hits.entries())
    similarities.set(chunkKey, wordSimilarities[index])
  const passages = [...new Map([...aroundWords, ...aroundRest].map((one) => [one.chunkKey, one])).values()]
  const candidates = passages.filter(({ chunkKey }) => similarities.has(chunkKey))
  for (const passage of candidates) passage.similarity = similarities.get(passage.chunkKey)
  const asked = { ...byWords.statistics, terms, languageSupport }
  const best = rankCandidates(candidates, asked)
    .slice(0, maxShortlist)
    .map(({ candidate }) => candidate)
  await addWindowFeatures(best, passages, semantic)
  return { ranked: rankCandidates(best, asked), statistics: byWords.statistics }
}

/** A passage says more with the ones before and after it. */
async function addWindowFeatures(
  best: readonly PassageCandidate[],
  passages: readonly PassageCandidate[],
  meaning: Searchers['semantic'],
): Promise<void> {
  const windowOf = createWindowLookup(passages)
  const wide: PassageCandidate[] = []
  for (const passage of best) {
    const window = windowOf(passage)
    passage.windowTerms = concatTerms(window.map(({ terms }) => terms))
    passage.windowSimilarity = passage.similarity
    if (window.length > 1) wide.push(passage)
  }
  if (!meaning || wide.length === 0) return
  const together = await groupSimilarities(meaning, wide.map(windowOf))
  for (const [index, passage] of wide.entries()) passage.windowSimilarity = together[index]
}

function createWindowLookup(
  passages: readonly PassageCandidate[],
): (passage: PassageCandidate) => PassageCandidate[] {
  const documents = new Map<number, PassageCandidate[]>()
  for (const passage of passages) {
    const others = documents.get(passage.documentKey)
    if (others) others.push(passage)
    else documents.set(passage.documentKey, [passage])
  }
  return ({ documentKey, ordinal }) =>
    (documents.get(documentKey) ?? [])
      .filter((other) => Math.abs(other.ordinal - ordinal) <= 1)
      .sort((one, other) => one.ordinal - other.ordinal)
}

/** How near the passages of each group are together to the question; undefined where none has a vector. */
async function groupSimilarities(
  { vector, vectors }: NonNullable<Searchers['semantic']>,
  groups: readonly (readonly PassageRef[])[],
): Promise<(number | undefined)[]> {
  const found = await vectors.similarities(
    vector,
    groups.map((places) => ({
      documentKey: places[0]?.documentKey ?? 0,
      chunkKeys: places.map(({ chunkKey }) => chunkKey),
    })),
  )
  return Array.from(found, (value) => (Number.isNaN(value) ? undefined : value))
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
