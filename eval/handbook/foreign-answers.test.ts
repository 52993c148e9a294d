import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTranslationPrompt } from '../../src/answer/verification/translate-statement.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import { createLocalEmbedder } from '../../src/models/local-embedder.ts'
import { createLocalReader } from '../../src/models/local-reader.ts'
import type { Reader } from '../../src/models/reader.ts'
import { type LlmPrompt, type LlmReply, startLlmServer } from '../../test/support/llm-server.ts'
import { createSampleApp, type SampleApp } from './sample-app.ts'

let llm: Awaited<ReturnType<typeof startLlmServer>>
let models: { embedder: Embedder; reader: Reader }
let service: SampleApp
let reply: (prompt: LlmPrompt) => LlmReply

beforeAll(async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  llm = await startLlmServer((prompt) => reply(prompt))
  models = { embedder: await createLocalEmbedder({ log }), reader: createLocalReader({ log }) }
  service = await createSampleApp({ ...models, config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } } })
})
afterAll(async () => {
  await service.close()
  await models.embedder.close()
  await models.reader.close()
  await llm.close()
})

const translations = new Map([
  ['In Kobe haben Sie 20 Urlaubstage', 'In Kobe you have 20 days of holiday'],
  ['In Kobe haben Sie 25 Urlaubstage', 'In Kobe you have 25 days of holiday'],
  ['Der Urlaub in Kobe wird nach 3 Jahren verdoppelt', 'Holiday in Kobe is doubled'],
])

test('a German answer from English notes is kept where the notes support its translation', async () => {
  const seen: string[] = []
  reply = ({ system, user }) => {
    if (!isTranslationPrompt(system)) {
      const number = numberOf(user, 'Kobe; Paid holiday')
      return { text: [...translations.keys()].map((text) => `${text} [${number}].`).join(' ') }
    }
    const german = [...translations.keys()].find((text) => user.includes(text))!
    seen.push(german)
    expect(user).not.toContain('Paid holiday')
    return { text: `${translations.get(german)}.` }
  }
  const { answer, sources } = await ask()
  expect(answer).toContain('In Kobe haben Sie 20 Urlaubstage. [1]')
  expect(answer).not.toMatch(/25|3 Jahren/)
  expect(sources.map(({ id }) => id)).toEqual(['leave'])
  expect(seen.toSorted()).toEqual([...new Set(seen)].toSorted())
})

test('a translation that fails, is empty or says much more supports nothing: the notes are quoted', async () => {
  for (const failing of [
    { text: '', end: 'fail' },
    { text: '' },
    { text: 'In Kobe you have 20 days. '.repeat(40) },
  ] as const) {
    reply = ({ system, user }) =>
      isTranslationPrompt(system)
        ? failing
        : { text: `In Kobe haben Sie 20 Urlaubstage [${numberOf(user, 'Kobe; Paid holiday')}].` }
    const { answer } = await ask()
    expect(answer).not.toContain('Urlaubstage')
    expect(answer).toContain('20 days')
  }
})

function ask() {
  const request = { question: 'Wie viele Urlaubstage habe ich in Kobe?', parentId: undefined }
  return service.app.answering.ask(service.callers.get('everyone')!, request)
}

/** Returns the number under which the prompt has the passage. */
function numberOf(prompt: string, words: string): string {
  const block = prompt.split(/(?=<passage-\S+ number=")/).find((part) => part.includes(words))
  return /number="(\d+)"/.exec(block ?? '')?.[1] ?? '99'
}
