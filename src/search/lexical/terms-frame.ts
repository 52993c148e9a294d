import { createAudienceIdLookup } from '../sync/audience-ids.ts'
import { passageIdsOf, type SearchableIndex } from './max-score-search.ts'
import { postingListOf, type TermDictionary } from './term-dictionary.ts'

/** Some documents of one organization, as an image of the inverted index has them. */
export interface TermsFrame {
  organizationId: string
  /** The terms that no earlier frame of the organization has, separated by spaces; they are numbered through all frames. */
  newTerms: string
  documentKeys: Float64Array
  passageCounts: Uint32Array
  /** One entry per passage. */
  keys: Float64Array
  ordinals: Int32Array
  audienceIds: Float64Array
  lengths: Uint32Array
  /** One entry per term of each passage. */
  termNumbers: Uint32Array
}

/** A passage with the ids of its terms. */
export interface TermIdsOfPassage {
  key: number
  ordinal: number
  audienceId: number
  termIds: Uint32Array
}

/** Exporting a frame takes some milliseconds, in which no search runs. */
const passagesPerFrame = 1000

/**
 * Yields all documents in frames. The index can change between two frames: a document is in the image as it is at its turn.
 * Only terms of live passages are exported, so nothing of a deleted document is left.
 */
export function* exportTermsFrames(organizations: ReadonlyMap<string, SearchableIndex>): Generator<TermsFrame> {
  for (const [organizationId, index] of organizations) {
    const numbers = createTermNumbers(index.dictionary)
    const audienceIdOf = createAudienceIdLookup(index.audiences)
    let frame = createFrameBuilder()
    for (const documentKey of index.documents.keys()) {
      addDocument(frame, index, documentKey, { numberOf: numbers.numberOf, audienceIdOf })
      if (frame.keys.length < passagesPerFrame) continue
      yield finishFrame(frame, organizationId, numbers.takeNew())
      frame = createFrameBuilder()
    }
    if (frame.keys.length > 0) yield finishFrame(frame, organizationId, numbers.takeNew())
  }
}

/** Returns a function that reads the frames of one organization in their order and calls back with each document. */
export function createTermsFrameReader({
  dictionary,
}: {
  dictionary: TermDictionary
}): (frame: TermsFrame, onDocument: (documentKey: number, passages: TermIdsOfPassage[]) => void) => void {
  const idByNumber: number[] = []
  return (frame, onDocument) => {
    if (frame.newTerms !== '') for (const term of frame.newTerms.split(' ')) idByNumber.push(dictionary.intern(term))
    let passage = 0
    let term = 0
    for (let at = 0; at < frame.documentKeys.length; at++) {
      const passages: TermIdsOfPassage[] = []
      for (let left = frame.passageCounts[at] as number; left > 0; left--, passage++) {
        const termIds = new Uint32Array(frame.lengths[passage] as number)
        for (let i = 0; i < termIds.length; i++) termIds[i] = idByNumber[frame.termNumbers[term++] as number] as number
        passages.push({
          key: frame.keys[passage] as number,
          ordinal: frame.ordinals[passage] as number,
          audienceId: frame.audienceIds[passage] as number,
          termIds,
        })
      }
      onDocument(frame.documentKeys[at] as number, passages)
    }
  }
}

/** Numbers the terms of an organization in the order in which they are first used. */
function createTermNumbers(dictionary: TermDictionary) {
  /** By posting list: the number plus one; 0 for a term that has none yet. */
  let numbers = new Uint32Array(dictionary.size)
  let count = 0
  let newTerms: string[] = []
  return {
    numberOf(termId: number): number {
      const list = postingListOf(termId)
      if (list >= numbers.length) {
        const larger = new Uint32Array(dictionary.size)
        larger.set(numbers)
        numbers = larger
      }
      if (numbers[list] === 0) {
        numbers[list] = ++count
        newTerms.push(dictionary.termAt(list))
      }
      return (numbers[list] as number) - 1
    },
    /** Returns the terms numbered since the last call. */
    takeNew(): string {
      const taken = newTerms.join(' ')
      newTerms = []
      return taken
    },
  }
}

interface FrameBuilder {
  documentKeys: number[]
  passageCounts: number[]
  keys: number[]
  ordinals: number[]
  audienceIds: number[]
  lengths: number[]
  termNumbers: Uint32Array[]
}

function createFrameBuilder(): FrameBuilder {
  return { documentKeys: [], passageCounts: [], keys: [], ordinals: [], audienceIds: [], lengths: [], termNumbers: [] }
}

function addDocument(
  frame: FrameBuilder,
  index: SearchableIndex,
  documentKey: number,
  { numberOf, audienceIdOf }: Record<'numberOf' | 'audienceIdOf', (from: number) => number>,
): void {
  const { passages } = index
  const { audiences } = passages.columns()
  const ids = passageIdsOf(index, documentKey)
  frame.documentKeys.push(documentKey)
  frame.passageCounts.push(ids.length)
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] as number
    const termIds = passages.termsAt(id)
    frame.keys.push(passages.keyAt(id))
    frame.ordinals.push(passages.ordinalAt(id))
    frame.audienceIds.push(audienceIdOf(audiences[id] as number))
    frame.lengths.push(termIds.length)
    frame.termNumbers.push(termIds.map(numberOf))
  }
}

function finishFrame(builder: FrameBuilder, organizationId: string, newTerms: string): TermsFrame {
  const termNumbers = new Uint32Array(builder.lengths.reduce((sum, length) => sum + length, 0))
  let end = 0
  for (const numbers of builder.termNumbers) {
    termNumbers.set(numbers, end)
    end += numbers.length
  }
  return {
    organizationId,
    newTerms,
    documentKeys: Float64Array.from(builder.documentKeys),
    passageCounts: Uint32Array.from(builder.passageCounts),
    keys: Float64Array.from(builder.keys),
    ordinals: Int32Array.from(builder.ordinals),
    audienceIds: Float64Array.from(builder.audienceIds),
    lengths: Uint32Array.from(builder.lengths),
    termNumbers,
  }
}
