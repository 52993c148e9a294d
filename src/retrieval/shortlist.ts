import type { FoundPassage } from './found-passage.ts'
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
  const [byMeaning, byWords] = await Promise.all([
    near,
    words.best({ terms, documentKeys, depth, share: near.then(({ share }) => share) }),
  ])
  const keys = new Map([...byWords.places, ...byMeaning.places].map((place) => [place.chunkKey, place]))
  const passages = await words.readAround([...keys.values()])
  const candidates = passages.filter(({ chunkKey }) => keys.has(chunkKey))
  const windows = windowsOf(candidates, passages)
  if (meaning) await compare(meaning, windows)
  const asked = { ...byWords.asked, terms, fluency }
  const best = rank(candidates, asked)
    .slice(0, longest)
    .map(({ candidate }) => candidate)
  for (const passage of best)
    passage.windowTerms = joined((windows.get(passage) ?? []).map(({ terms }) => terms))
  return { ranked: rank(best, asked), asked: byWords.asked }
}

/** A passage says more with the ones before and after it. */
type Windows = ReadonlyMap<FoundPassage, readonly FoundPassage[]>

function windowsOf(candidates: readonly FoundPassage[], passages: readonly FoundPassage[]): Windows {
  const documents = new Map<number, FoundPassage[]>()
  for (const passage of passages) {
    const others = documents.get(passage.documentKey)
    if (others) others.push(passage)
    else documents.set(passage.documentKey, [passage])
  }
  const isNear = (one: FoundPassage, other: FoundPassage) => Math.abs(one.ordinal - other.ordinal) <= 1
  return new Map(
    candidates.map((passage) => [
      passage,
      (documents.get(passage.documentKey) ?? [])
        .filter((other) => isNear(passage, other))
        .sort((one, other) => one.ordinal - other.ordinal),
    ]),
  )
}

/** Each passage, and each with what stands around it, with the question. */
async function compare(
  { vector, vectors }: NonNullable<Lookups['meaning']>,
  windows: Windows,
): Promise<void> {
  const alone = [...windows.keys()].map((passage) => groupOf([passage]))
  const wide = [...windows].filter(([, window]) => window.length > 1)
  const groups = [...alone, ...wide.map(([, window]) => groupOf(window))]
  const found = await vectors.similarities(vector, groups)
  const similarityAt = (index: number) => {
    const value = found[index]
    return value === undefined || Number.isNaN(value) ? undefined : value
  }
  for (const [index, passage] of [...windows.keys()].entries()) {
    passage.similarity = similarityAt(index)
    passage.windowSimilarity = passage.similarity
  }
  for (const [index, [passage]] of wide.entries())
    passage.windowSimilarity = similarityAt(alone.length + index)
}

function groupOf(passages: readonly FoundPassage[]): { documentKey: number; chunkKeys: number[] } {
  return {
    documentKey: passages[0]?.documentKey ?? 0,
    chunkKeys: passages.map(({ chunkKey }) => chunkKey),
  }
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
