import type { FoundPassage } from './found-passage.ts'
import { rank } from './fusion.ts'
import { similarityTo, similarityToMiddle } from './vectors/vector-code.ts'
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
  const [byMeaning, byWords] = await Promise.all([
    near,
    words.best({ terms, documentKeys, depth, share: near.then(({ share }) => share) }),
  ])
  const places = new Map([...byWords.places, ...byMeaning.places].map((place) => [place.chunkKey, place]))
  const candidates = await words.read([...places.values()])
  const codes = (await meaning?.vectors.codes(candidates)) ?? new Map<number, Int8Array>()
  if (meaning) {
    for (const candidate of candidates) {
      const code = codes.get(candidate.chunkKey)
      candidate.similarity = code && similarityTo(meaning.vector, code)
    }
  }
  const asked = { ...byWords.asked, terms, fluency }
  const best = rank(candidates, asked)
    .slice(0, longest)
    .map(({ candidate }) => candidate)
  await lookAround({ words, meaning }, best, codes)
  return { ranked: rank(best, asked), asked: byWords.asked }
}

/** A passage says more with the ones before and after it. */
async function lookAround(
  { words, meaning }: Lookups,
  passages: readonly FoundPassage[],
  codes: ReadonlyMap<number, Int8Array>,
): Promise<void> {
  const around = await neighbours(words, passages)
  const windows = passages.map((passage) => ({ passage, window: around(passage) }))
  const missing = new Set(
    windows.flatMap(({ window }) => window.filter(({ chunkKey }) => !codes.has(chunkKey))),
  )
  const others = missing.size > 0 ? await meaning?.vectors.codes([...missing]) : undefined
  const codeOf = ({ chunkKey }: FoundPassage) => codes.get(chunkKey) ?? others?.get(chunkKey) ?? []
  for (const { passage, window } of windows) {
    passage.windowTerms = joined(window.map(({ terms }) => terms))
    const known = window.flatMap(codeOf)
    if (meaning && known.length > 0) passage.windowSimilarity = similarityToMiddle(meaning.vector, known)
  }
}

/** The passages before and after each one in its document, by document and place; those at hand are not read again. */
async function neighbours(
  words: WordLookup,
  passages: readonly FoundPassage[],
): Promise<(passage: FoundPassage) => FoundPassage[]> {
  const at = (documentKey: number, ordinal: number) => `${documentKey} ${ordinal}`
  const known = new Map(passages.map((passage) => [at(passage.documentKey, passage.ordinal), passage]))
  const missing = new Map(
    passages
      .flatMap(({ documentKey, ordinal }) => [
        { documentKey, ordinal: ordinal - 1 },
        { documentKey, ordinal: ordinal + 1 },
      ])
      .map((place) => [at(place.documentKey, place.ordinal), place] as const)
      .filter(([name, { ordinal }]) => ordinal >= 0 && !known.has(name)),
  )
  if (missing.size > 0) {
    for (const passage of await words.readAt([...missing.values()]))
      known.set(at(passage.documentKey, passage.ordinal), passage)
  }
  return ({ documentKey, ordinal }) =>
    [-1, 0, 1].flatMap((step) => known.get(at(documentKey, ordinal + step)) ?? [])
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
