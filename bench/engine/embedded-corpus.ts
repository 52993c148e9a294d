import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '../../src/models/embedder.ts'
import type { BasePassage } from './recombined-passages.ts'

/** So many passages are embedded, by their first words: in half a minute on two cores. */
const baseCount = 1500
const embeddedWords = 40

/** Real passages and questions with their vectors, and the model that made these. */
export interface EmbeddedCorpus {
  model: Pick<Embedder, 'name' | 'dimensions'>
  base: BasePassage[]
  questions: { text: string; vector: Float32Array }[]
}

/**
 * Reads passages and questions in the layout of BEIR and embeds them. Vectors are kept in the temporary folder: the model
 * is started for texts that are new there.
 */
export async function embedCorpus(
  folder: string,
  questionCount: number,
  startEmbedder: () => Promise<Embedder>,
): Promise<EmbeddedCorpus> {
  const lines = readLines<{ title?: string; text: string }>(folder, 'corpus.jsonl')
  const step = Math.max(1, Math.floor(lines.length / baseCount))
  const texts = lines
    .filter((_, index) => index % step === 0)
    .slice(0, baseCount)
    .map(({ title = '', text }) => ({ title: title.slice(0, 100), body: text.split(/\s+/).slice(0, 130).join(' ') }))
  const passages = await embedTexts(
    texts.map(({ title, body }) => `${title}\n${body.split(' ').slice(0, embeddedWords).join(' ')}`),
    startEmbedder,
  )
  const questions = readLines<{ text: string }>(folder, 'queries.jsonl')
    .slice(0, questionCount)
    .map(({ text }) => text)
  const { vectors } = await embedTexts(questions, startEmbedder)
  return {
    model: { name: passages.name, dimensions: passages.dimensions },
    base: texts.map((text, index) => ({ ...text, vector: passages.vectors[index] as number[] })),
    questions: questions.map((text, index) => ({ text, vector: Float32Array.from(vectors[index] as number[]) })),
  }
}

interface EmbeddedTexts extends Pick<Embedder, 'name' | 'dimensions'> {
  vectors: number[][]
}

async function embedTexts(texts: string[], startEmbedder: () => Promise<Embedder>): Promise<EmbeddedTexts> {
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `lorewell-bench-engine-vectors-${digest}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedTexts
  const embedder = await startEmbedder()
  try {
    const vectors = await embedder.embed(texts)
    const { name, dimensions } = embedder
    const embedded = { name, dimensions, vectors: vectors.map((vector) => Array.from(vector)) }
    writeFileSync(file, JSON.stringify(embedded))
    return embedded
  } finally {
    await embedder.close()
  }
}

function readLines<T>(folder: string, file: string): T[] {
  return readFileSync(`${folder}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
