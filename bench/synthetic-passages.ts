import { type SeededRandom, seededRandom } from '../test/support/seeded-random.ts'

const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'to', 'vi', 'za', 'dor', 'fel', 'gan', 'hul', 'pem', 'tis']
const vocabularySize = 30_000
const topicCount = 400

export interface SyntheticPassage {
  title: string
  body: string
  vector: Float32Array
}

/**
 * Generates passages, the same for the same seed: words of an artificial language with Zipf-distributed frequencies, and
 * vectors clustered around topics.
 */
export function createPassageGenerator(
  seed: number,
  dimensions: number,
): { next(): SyntheticPassage; question(): string } {
  const random = seededRandom(seed)
  const centres = Array.from({ length: topicCount }, () => randomUnitVector(random, dimensions))
  const words = (count: number) => Array.from({ length: count }, () => wordForRank(randomZipfRank(random))).join(' ')
  return {
    next() {
      const centre = random.pick(centres)
      const own = randomUnitVector(random, dimensions)
      const sentences = Array.from({ length: 4 + random.below(4) }, () => `${words(8 + random.below(10))}.`)
      return {
        title: words(3),
        body: sentences.join(' '),
        vector: normalizeVector(Float32Array.from(own, (value, i) => 0.6 * value + 0.8 * (centre[i] as number))),
      }
    },
    question: () => `${words(6 + random.below(5))}?`,
  }
}

/** Draws a rank with probability proportional to 1/rank, by inverse transform sampling. */
function randomZipfRank(random: SeededRandom): number {
  return Math.min(vocabularySize - 1, Math.floor(Math.exp(random.next() * Math.log(vocabularySize))))
}

function wordForRank(rank: number): string {
  let word = ''
  for (let rest = rank + 16; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length]
  }
  return word
}

function randomUnitVector(random: SeededRandom, dimensions: number): Float32Array {
  // The sum of a few uniform draws approximates a normal distribution.
  const draw = () => random.next() + random.next() + random.next() - 1.5
  return normalizeVector(Float32Array.from({ length: dimensions }, draw))
}

/** Returns the vector scaled to length 1. */
export function normalizeVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}
