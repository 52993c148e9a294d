import { similarityTo } from './vectors/vector-code.ts'

/**
 * How near each sentence of a passage is to the question: vectors with eight bits a number, one behind the other. One that
 * was beyond the model's reading has no direction: 0.
 */
export function similaritiesOf(sentences: Buffer, vector: Float32Array): number[] {
  const numbers = new Int8Array(sentences.buffer, sentences.byteOffset, sentences.byteLength)
  const similarities: number[] = []
  for (let start = 0; start < numbers.length; start += vector.length)
    similarities.push(similarityTo(vector, numbers, start))
  return similarities
}
