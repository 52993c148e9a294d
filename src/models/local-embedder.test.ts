import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import { embedderFile, findModelFiles } from './model-files.ts'
import { loadWordpieceTokenizer, type WordpieceTokenizer } from './wordpiece-tokenizer.ts'

describe('the embedding model', () => {
  let embedder: Embedder
  let wordpiece: WordpieceTokenizer

  beforeAll(async () => {
    const { tokenizerPath } = findModelFiles(embedderFile, '')
    wordpiece = loadWordpieceTokenizer(tokenizerPath)
    embedder = await createLocalEmbedder({ threads: 1, log: { info: () => {}, error: () => {} } })
  })
  afterAll(() => embedder.close())

  test('a question lies nearer to the passage that answers it than to others', async () => {
    const [question, answer, ...others] = await embedder.embed([
      'How many days of holiday do I get?',
      'Every employee has 28 days of paid annual leave.',
      'The printer on the second floor is out of toner.',
      'Deployments to production happen on Tuesdays.',
    ])
    for (const other of others) expect(dot(question!, answer!)).toBeGreaterThan(dot(question!, other) + 0.1)
  })

  test('reads 256 wordpieces of a text and no more', async () => {
    const words = Array.from({ length: 254 }, (_, i) => (i % 2 ? 'river' : 'stone'))
    const full = words.join(' ')
    expect(wordpiece.countTokens(full)).toBe(256)
    const [atLimit, beyond, shorter] = await embedder.embed([
      full,
      `${full} something entirely different`,
      words.slice(0, 253).join(' '),
    ])
    expect(beyond).toEqual(atLimit)
    expect(shorter).not.toEqual(atLimit)
  })

  test('wordpieces are those of the model: lower-cased, accents stripped, [CLS] and [SEP] around', () => {
    expect(wordpiece.encodeParts(['Hello, Wörld!'], 256).ids).toEqual([101, 7592, 1010, 2088, 999, 102])
    expect(wordpiece.encodeParts(['Hello, Wörld!'], 4).ids).toEqual([101, 7592, 1010, 102])
    expect(wordpiece.encodeParts(['Hello,', 'Wörld!'], 256)).toEqual({
      ids: [101, 7592, 1010, 2088, 999, 102],
      ends: [3, 5],
    })
  })

  test('a passage in parts has the vector of the whole, and its sentence vectors depend on their context', async () => {
    const sentences = ['The library is on Elm Street.', 'It closes at six.', 'The canteen sells soup.']
    const [passage] = await embedder.embedPassages!([{ context: 'Opening hours', sentences }])
    const [whole, question, alone] = await embedder.embed([
      ['Opening hours', ...sentences].join('\n'),
      'When does the library close?',
      'It closes at six.',
    ])
    expect(dot(passage!.vector, whole!)).toBeCloseTo(1, 5)
    const near = [0, 1, 2].map((i) => {
      const part = Float32Array.from(passage!.sentenceVectors!.slice(i * 384, (i + 1) * 384))
      return dot(part, question!) / Math.sqrt(dot(part, part))
    })
    expect(near[1]).toBeGreaterThan(near[2]!)
    expect(near[1]).toBeGreaterThan(dot(alone!, question!))
  })

  test('is named and sized as what is stored beside its vectors', () => {
    expect([embedder.name, embedder.dimensions]).toEqual(['lorewell-embedder-1', 384])
  })
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
