import type { FoundPassage, Place } from './found-passage.ts'
import { rank } from './fusion.ts'
import type { VectorLookup } from './vectors/vector-lookup.ts'
import type { AskedWords, WordLookup } from './words/word-lookup.ts'

/** So many passages of each ranking are compared, */
const depth = 100
/** and so many of these together with what stands around them. */
const longest = 100

export interface Lookups {
  words: WordLookup
  /** With the question as a vector; absent without a model. */
  meaning?: { vector: Float32Array; vectors: VectorLookup }
}

/** The best passages by words and by meaning, best first, each ranking over what the viewer may see and nothing else. */
export async function shortlist(
  { words, meaning }: Lookups,
  {
    terms,
    fluency,
    documentKeys,
  }: { terms: readonly string[]; fluency: number; documentKeys: readonly number[] | undefined },
): Promise<{ ranked: ReturnType<typeof rank>; asked: AskedWords }> {
  const near = meaning
    ? meaning.vectors.nearest({ vector: meaning.vector, documentKeys, limit: depth })
    : Promise.resolve({ places: [], share: undefined })
  // It is awaited below; words that fail before must not leave it failing by itself.
  near.catch(() => {})
  const share = async () => (await near).share
  const byWords = await words.best({ terms, documentKeys, depth, share })
  // Asked for at once: one thread or the other is still at work on the first question.
  const [aroundWords, wordSimilarities, { aroundRest, byMeaning }] = await Promise.all([
    words.readAround(byWords.places),
    meaning
      ? similaritiesOf(
          meaning,
          byWords.places.map((place) => [place]),
        )
      : [],
    near.then(async (byMeaning) => {
      const known = new Set(byWords.places.map(({ chunkKey }) => chunkKey))
      const rest = byMeaning.places.filter(({ chunkKey }) => !known.has(chunkKey))
      return { byMeaning, aroundRest: rest.length > 0 ? await words.readAround(rest) : [] }
    }),
  ])
  const similarities = new Map<number, number | undefined>(
    byMeaning.places.map(({ chunkKey, similarity }) => [chunkKey, similarity]),
  )
  for (const [index, { chunkKey }] of byWords.places.entries())
    similarities.set(chunkKey, wordSimilarities[index])
  const passages = [...new Map([...aroundWords, ...aroundRest].map((one) => [one.chunkKey, one])).values()]
  const candidates = passages.filter(({ chunkKey }) => similarities.has(chunkKey))
  for (const passage of candidates) passage.similarity = similarities.get(passage.chunkKey)
  const asked = { ...byWords.asked, terms, fluency }
  const best = rank(candidates, asked)
    .slice(0, longest)
    .map(({ candidate }) => candidate)
  await lookAround(best, passages, meaning)
  return { ranked: rank(best, asked), asked: byWords.asked }
}

/** A passage says more with the ones before and after it. */
async function lookAround(
  best: readonly FoundPassage[],
  passages: readonly FoundPassage[],
  meaning: Lookups['meaning'],
): Promise<void> {
  const windowOf = windowsAmong(passages)
  const wide: FoundPassage[] = []
  for (const passage of best) {
    const window = windowOf(passage)
    passage.windowTerms = joined(window.map(({ terms }) => terms))
    passage.windowSimilarity = passage.similarity
    if (window.length > 1) wide.push(passage)
  }
  if (!meaning || wide.length === 0) return
  const together = await similaritiesOf(meaning, wide.map(windowOf))
  for (const [index, passage] of wide.entries()) passage.windowSimilarity = together[index]
}

function windowsAmong(passages: readonly FoundPassage[]): (passage: FoundPassage) => FoundPassage[] {
  const documents = new Map<number, FoundPassage[]>()
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
async function similaritiesOf(
  { vector, vectors }: NonNullable<Lookups['meaning']>,
  groups: readonly (readonly Place[])[],
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

function joined(parts: readonly Uint32Array[]): Uint32Array {
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
