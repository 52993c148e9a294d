const increment = 0x6d2b79f5

/**
 * A small generator with a seed (mulberry32): the same seed gives the same case on every machine. All seeds draw from one
 * sequence of 2^32 numbers, from different places; `skipped` leaves out so many, for parts that must not overlap.
 */
export function seededRandom(seed: number, skipped = 0) {
  let state = (seed + Math.imul(skipped, increment)) >>> 0
  const next = () => {
    state = (state + increment) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    chance: (probability: number) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
  }
}

export type SeededRandom = ReturnType<typeof seededRandom>
