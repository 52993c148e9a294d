/** Longer words are not compared. */
export const maxComparedLength = 40

const rows = [0, 1, 2].map(() => new Uint8Array(maxComparedLength + 1))
const termLetters = new Uint16Array(maxComparedLength)
const wordLetters = new Uint16Array(maxComparedLength)

/**
 * Returns the distances between a term and every beginning of a word: at `i`, to its first `i` letters; undefined if none
 * is within `limit`. Counts insertions, deletions, replacements and swaps of neighbours, none of them at the same letters
 * twice (optimal string alignment, a form of Damerau 1964). The array is valid until the next call.
 */
export function distancesToPrefixes(term: string, word: string, limit: number): Uint8Array | undefined {
  readLetters(term, termLetters)
  readLetters(word, wordLetters)
  let [beforeLast, last, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let i = 0; i <= word.length; i++) row[i] = i
  for (let t = 1; t <= term.length; t++) {
    const unused = beforeLast
    beforeLast = last
    last = row
    row = unused
    row[0] = t
    let lowest = t
    const letter = termLetters[t - 1]
    for (let w = 1; w <= word.length; w++) {
      let distance = (last[w - 1] as number) + (letter === wordLetters[w - 1] ? 0 : 1)
      const withOneMore = Math.min(last[w] as number, row[w - 1] as number) + 1
      if (withOneMore < distance) distance = withOneMore
      if (t > 1 && w > 1 && letter === wordLetters[w - 2] && termLetters[t - 2] === wordLetters[w - 1])
        distance = Math.min(distance, (beforeLast[w - 2] as number) + 1)
      row[w] = distance
      if (distance < lowest) lowest = distance
    }
    // A swap reaches back two letters, but no lower than the row between them.
    if (lowest > limit) return undefined
  }
  return row
}

/** Returns a bit per letter; letters of one alphabet have different bits. */
export function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i++) mask |= 1 << (foldLetter(word.charCodeAt(i)) & 31)
  return mask
}

/** Returns the number of bits that are set in the first mask only. */
export function countMissingLetters(mask: number, otherMask: number): number {
  let count = 0
  for (let bits = mask & ~otherMask; bits !== 0; bits &= bits - 1) count++
  return count
}

function readLetters(text: string, letters: Uint16Array): void {
  for (let i = 0; i < text.length; i++) letters[i] = foldLetter(text.charCodeAt(i))
}

/** Reads "y" as "i": the stem of "policy" is "polici". */
function foldLetter(code: number): number {
  return code === 0x79 ? 0x69 : code
}
