import { seededRandom } from './seeded-random.ts'

/** Vectors drawn at random, the same for the same text. */
export function createRandomEmbedder(name: string, dimensions: number) {
  const vectorOf = (text: string): Float32Array => {
    // Within what numbers keep apart: two long texts that end differently are not the same.
    const seed = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % (2 ** 31 - 1), 7)
    const { next } = seededRandom(seed)
    return Float32Array.from({ length: dimensions }, () => next() - 0.5)
  }
  return {
    name,
    dimensions,
    vectorOf,
    embed: async (texts: string[]) => texts.map(vectorOf),
    close: async () => {},
  }
}
