import { closeSync, createReadStream, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createPassageGenerator, normalizeVector, type SyntheticPassage } from '../synthetic-passages.ts'

export const dimensions = 384
/** One passage in twelve is what the one reader sees: 8 %. */
export const visibleOneIn = 12
export const resultCount = 50
export const queryFile = 'queries.json'
const queryCount = 60

export interface DatasetItem extends SyntheticPassage {
  n: number
}

export interface DatasetQuery {
  text: string
  vector: number[]
  /** The numbers of the nearest passages by plain arithmetic, nearest first, for each of the two readers. */
  exact: Record<VisibleShare, number[]>
}

export type VisibleShare = '8 %' | '100 %'
export const visibleShares: readonly VisibleShare[] = ['8 %', '100 %']

export function isVisible(share: VisibleShare, n: number): boolean {
  return share === '100 %' || n % visibleOneIn === 0
}

const batchSize = 500
const textFile = 'texts.json'
const vectorFile = 'vectors.bin'
const vectorBytes = dimensions * 4

/** Made once and put into files, so that each process spends its time on its own work. */
export function writeDataset(folder: string, size: number): void {
  const { next } = createPassageGenerator(7, dimensions)
  const texts = openSync(join(folder, textFile), 'w')
  const vectors = openSync(join(folder, vectorFile), 'w')
  for (let n = 0; n < size; n++) {
    const { title, body, vector } = next()
    writeSync(texts, `${JSON.stringify({ title, body })}\n`)
    writeSync(vectors, Buffer.from(vector.buffer))
  }
  closeSync(texts)
  closeSync(vectors)
}

/** The passages in batches, as they were written. */
export async function* readDataset(folder: string): AsyncGenerator<DatasetItem[]> {
  const vectors = openSync(join(folder, vectorFile), 'r')
  let batch: DatasetItem[] = []
  let n = 0
  for await (const line of createInterface({ input: createReadStream(join(folder, textFile)) })) {
    const vector = new Float32Array(dimensions)
    readSync(vectors, new Uint8Array(vector.buffer), 0, vectorBytes, n * vectorBytes)
    batch.push({ n, vector, ...(JSON.parse(line) as { title: string; body: string }) })
    n += 1
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
  closeSync(vectors)
}

/** Returns queries close to some of the passages, in words and vectors, with their exact nearest neighbours. */
export async function createQueries(folder: string, size: number): Promise<DatasetQuery[]> {
  const random = seededRandom(99)
  const about = new Set(Array.from({ length: queryCount }, () => random.below(size)))
  const vectors = new Float32Array(size * dimensions)
  const queries: { text: string; vector: Float32Array }[] = []
  for await (const batch of readDataset(folder)) {
    for (const { n, body, vector } of batch) {
      vectors.set(vector, n * dimensions)
      if (!about.has(n)) continue
      const words = body.replaceAll('.', '').split(' ')
      queries.push({
        text: Array.from({ length: 7 }, () => random.pick(words)).join(' '),
        vector: normalizeVector(vector.map((value) => value + 0.05 * (random.next() + random.next() - 1))),
      })
    }
  }
  return queries.map(({ text, vector }) => {
    const scored = Array.from({ length: size }, (_, n) => ({
      n,
      score: dot(vectors, n * dimensions, vector),
    }))
    scored.sort((a, b) => b.score - a.score)
    const nearest = (share: VisibleShare) =>
      scored
        .filter(({ n }) => isVisible(share, n))
        .slice(0, resultCount)
        .map(({ n }) => n)
    return { text, vector: Array.from(vector), exact: { '8 %': nearest('8 %'), '100 %': nearest('100 %') } }
  })
}

export function dot(vectors: Float32Array, start: number, vector: Float32Array): number {
  let sum = 0
  for (let i = 0; i < vector.length; i++) sum += (vectors[start + i] as number) * (vector[i] as number)
  return sum
}
