import { expect, test } from 'vitest'
import type { Embedder } from '../src/models/embedder.ts'
import type { Reader, Reading } from '../src/models/reader.ts'
import { memoizeModels } from './memoized-models.ts'

test('the same call is computed once, and another one is not mistaken for it', async () => {
  const calls: string[] = []
  const embedder: Embedder = {
    name: 'letters',
    dimensions: 1,
    embed: async (texts) => {
      calls.push(texts.join('|'))
      return texts.map((text) => Float32Array.of(text.length))
    },
    close: async () => {},
  }
  const reader: Reader = {
    name: 'none',
    language: 'en',
    passageBudget: 3,
    read: async (question, passages) => {
      calls.push(`${question}: ${passages.map(({ context }) => context).join('|')}`)
      return passages.map((): Reading => ({ ...unread, relevance: question.length }))
    },
    close: async () => {},
  }
  const models = memoizeModels({ embedder, reader })
  const [first] = await models.embedder.embed(['one'])
  first?.fill(0)
  expect(await models.embedder.embed(['one'])).toEqual([Float32Array.of(3)])
  expect(await models.embedder.embed(['one', 'three'])).toEqual([Float32Array.of(3), Float32Array.of(5)])
  for (const question of ['Who?', 'Who?', 'Where?']) {
    const readings = await models.reader.read(question, [{ context: 'a', sentences: [] }])
    expect(readings.map(({ relevance }) => relevance)).toEqual([question.length])
  }
  expect(calls).toEqual(['one', 'one|three', 'Who?: a', 'Where?: a'])
})

const unread: Reading = {
  relevance: 0,
  answers: 0,
  supports: 0,
  spanMargin: 0,
  sentences: [],
  shortAnswer: undefined,
}
