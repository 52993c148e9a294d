import type { SeededRandom } from '../../test/support/seeded-random.ts'
import { normalizeVector, type SyntheticPassage } from '../synthetic-passages.ts'

/** A passage of real text with the vector that the embedding model gave it. */
export interface BasePassage {
  title: string
  body: string
  vector: readonly number[]
}

/** Neighbours of a base passage that it is recombined with. */
const neighbourCount = 40
const noise = 0.35

/**
 * Generates any number of passages from a few thousand real ones, the same for the same seed: sentences of two near
 * passages with a vector between theirs. Words keep their real frequencies, and vectors their clusters and their few
 * dimensions; independent random vectors would have neither. Each passage has one word of its own, as an order number.
 */
export function createRecombinedPassages(
  base: readonly BasePassage[],
  neighbours: readonly (readonly number[])[],
  random: SeededRandom,
): { next(orderNumber: number): SyntheticPassage } {
  const sentences = base.map(({ body }) => body.split(/(?<=[.!?])\s+/))
  const mix = (parts: readonly (readonly [ArrayLike<number>, number])[]) => {
    const dimensions = parts[0]?.[0].length ?? 0
    return normalizeVector(
      Float32Array.from({ length: dimensions }, (_, i) =>
        parts.reduce((sum, [vector, weight]) => sum + weight * (vector[i] as number), 0),
      ),
    )
  }
  return {
    next(orderNumber) {
      const first = random.below(base.length)
      const second = random.pick(neighbours[first] as number[])
      const third = random.pick(neighbours[second] as number[])
      const share = 0.3 + 0.7 * random.next()
      const take = (index: number, part: number) => pickSentences(random, sentences[index] as string[], part)
      const body = [...take(first, share), ...take(second, 1 - share)]
      return {
        title: (base[first] as BasePassage).title,
        body: `${body.join(' ')} ZX${orderNumber.toString(36)}.`,
        vector: mix([
          [(base[first] as BasePassage).vector, share],
          [(base[second] as BasePassage).vector, 1 - share],
          [(base[third] as BasePassage).vector, noise * random.next()],
        ]),
      }
    },
  }
}

function pickSentences(random: SeededRandom, sentences: readonly string[], share: number): string[] {
  const picked = sentences.filter(() => random.chance(share))
  return picked.length > 0 ? picked : sentences.slice(0, 1)
}

/** Returns the neighbours of each base passage: takes seconds, so it is done once for all generators. */
export function nearestOfEach(base: readonly BasePassage[]): number[][] {
  const vectors = base.map(({ vector }) => Float32Array.from(vector))
  return vectors.map((vector) =>
    vectors
      .map((other, index) => ({ index, product: dotProduct(vector, other) }))
      .sort((a, b) => b.product - a.product)
      .slice(1, neighbourCount + 1)
      .map(({ index }) => index),
  )
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
