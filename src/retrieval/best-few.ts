/** Keeps the best few of many, all of them known by number. */
export interface BestFew {
  /** What scores less is not among them. */
  readonly least: number
  add(number: number, score: number): void
  /** Best first; equal scores by key, never by chance. */
  numbers(): number[]
}

/** In two arrays, and sorted only when these are full: most of many are never looked at again. */
export function createBestFew(limit: number, keyOf: (number: number) => number): BestFew {
  const numbers = new Float64Array(limit * 4)
  const scores = new Float64Array(limit * 4)
  let count = 0
  let least = Number.NEGATIVE_INFINITY

  const keep = (number: number, score: number) => {
    numbers[count] = number
    scores[count++] = score
  }

  function cut(): void {
    if (count < limit) return
    least = scores.slice(0, count).sort()[count - limit] as number
    const before = count
    const equal: number[] = []
    count = 0
    for (let i = 0; i < before; i++) {
      if ((scores[i] as number) > least) keep(numbers[i] as number, scores[i] as number)
      else if (scores[i] === least) equal.push(numbers[i] as number)
    }
    equal.sort((one, other) => keyOf(one) - keyOf(other))
    for (const number of equal.slice(0, limit - count)) keep(number, least)
  }

  return {
    get least() {
      return least
    },
    add(number, score) {
      if (count === numbers.length) cut()
      keep(number, score)
    },
    numbers() {
      cut()
      return Array.from(numbers.subarray(0, count), (number, index) => ({
        number,
        score: scores[index] as number,
      }))
        .sort((one, other) => other.score - one.score || keyOf(one.number) - keyOf(other.number))
        .map(({ number }) => number)
    },
  }
}
