import { addTextToHash, hashBasis } from '../../fnv1a.ts'
import { plainWords } from '../../ingest/plain-words.ts'

/** Remembers runs of words, to tell whether a quoted text occurs in one of several messages. Rewrapped lines don't matter. */
export class QuoteIndex {
  private readonly runs = new Set<number>()

  add(text: string): void {
    for (const run of wordRuns(text)) this.runs.add(run)
  }

  contains(text: string): boolean {
    let all = 0
    let known = 0
    for (const run of wordRuns(text)) {
      all++
      if (this.runs.has(run)) known++
    }
    return all > 0 && known >= all * minShare
  }
}

/** Signatures and the headers of the quoted message need not occur. */
const minShare = 0.6
const runLength = 4

/** Yields a hash (FNV-1a) of each run of four words. */
function* wordRuns(text: string): Generator<number> {
  const words = plainWords(text)
  for (let start = 0; start + runLength <= words.length; start++) {
    let hash = hashBasis
    for (const word of words.slice(start, start + runLength)) hash = addTextToHash(hash, `${word} `)
    yield hash
  }
}
