import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalEmbedder } from '../../src/models/local-embedder.ts'
import { createLocalReader } from '../../src/models/local-reader.ts'
import { createSampleApp, type SampleApp } from '../handbook/sample-app.ts'
import { memoizeModels } from '../memoized-models.ts'
import { readHandbookSections } from '../people/people-questions.ts'
import { readConversations } from './conversations.ts'
import { type MeasuredFollowUp, measureConversation } from './measure-conversations.ts'
import { startReplayModel } from './replay-model.ts'

const measuringTimeoutMs = 1_800_000
const conversations = readConversations()

test('every gold sentence stands in its handbook, and every short answer in its sentence', () => {
  const texts = new Map<string, string>()
  for (const { book, text } of readHandbookSections()) texts.set(book, `${texts.get(book) ?? ''}\n${text}`)
  for (const { id, book, followUps } of conversations) {
    for (const { evidence, answer } of followUps) {
      expect(evidence, id).toContain(answer)
      if (book !== 'sample') expect(texts.get(book), id).toContain(evidence)
    }
  }
  expect(conversations.length).toBeGreaterThanOrEqual(40)
})

describe('conversations over the sample handbook, with the local models', () => {
  const sample = conversations.filter(({ book }) => book === 'sample')
  const models: { close(): Promise<void> }[] = []
  let quoted: SampleApp
  let replayed: SampleApp
  let model: Awaited<ReturnType<typeof startReplayModel>>
  beforeAll(async () => {
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const { embedder, reader } = memoizeModels({
      embedder: await createLocalEmbedder({ log }),
      reader: createLocalReader({ log }),
    })
    models.push(embedder, reader)
    model = await startReplayModel()
    quoted = await createSampleApp({ embedder, reader })
    const llm = { baseUrl: model.baseUrl, model: 'replay', apiKey: '' }
    replayed = await createSampleApp({ embedder, reader, config: { llm } })
  })
  afterAll(async () => {
    await quoted.close()
    await replayed.close()
    await model.close()
    for (const one of models) await one.close()
  })

  const measure = async ({ app, callers }: SampleApp, onTurn?: typeof model.replay) => {
    const asker = { app, caller: callers.get('everyone')!, parentId: undefined, ...(onTurn && { onTurn }) }
    const measured: MeasuredFollowUp[] = []
    for (const conversation of sample) measured.push(...(await measureConversation(asker, conversation)))
    return measured
  }

  test(
    'without a language model, a follow-up finds its gold sentence about as often as the question asked in full',
    async () => expectFoundAsInFull(await measure(quoted), maxLoss.quoted),
    measuringTimeoutMs,
  )

  test(
    'with a replayed model, a follow-up finds its gold sentence about as often as the question asked in full',
    async () => expectFoundAsInFull(await measure(replayed, model.replay), maxLoss.replayed),
    measuringTimeoutMs,
  )
})

/** Share of the follow-ups that may be lost against the same questions asked in full: a little above the measured ones. */
const maxLoss = { quoted: 0.1, replayed: 0.05 }
const minFoundInFull = 0.8

function expectFoundAsInFull(measured: readonly MeasuredFollowUp[], loss: number) {
  const share = (found: 'isFound' | 'isFoundInFull') => measured.filter((one) => one[found]).length / measured.length
  const lost = measured
    .filter((one) => one.isFoundInFull && !one.isFound)
    .map(({ id, turn }) => `${id} ${turn.question}`)
  expect(share('isFoundInFull')).toBeGreaterThanOrEqual(minFoundInFull)
  expect(share('isFound'), `lost: ${lost.join('; ')}`).toBeGreaterThanOrEqual(share('isFoundInFull') - loss)
}
