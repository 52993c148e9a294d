import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LlmPrompt, startLlmServer } from '../support/llm-server.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

const question = 'What is the difference between the blue gate and the red gate?'
const secret = 'The vermilion vault opens at dawn.'

let searches: readonly string[] | 'reject' = []
/** Quotes the first sentence of the passage that has these words. */
let wanted = ''
let llm: Awaited<ReturnType<typeof startLlmServer>>
let service: TestApp
let ben: Person
let asBen: BrowserCall
let asAda: BrowserCall

beforeAll(async () => {
  llm = await startLlmServer(
    (prompt) => ({ text: answerFrom(prompt) }),
    () => searches,
  )
  const now = () => new Date()
  service = await createTestApp({ config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } }, now })
  await service.organization('acme')
  ben = await service.person('acme', 'ben')
  asBen = await createBrowserCall(service, 'acme', ben)
  asAda = await createBrowserCall(service, 'acme', await service.person('acme', 'ada', { role: 'admin' }))
  await service.person('acme', 'vera', { groups: ['Keepers'] })
  const note = (id: string, content: string, fields: object = {}) =>
    service.note('acme', { id, title: id, content, ...fields })
  await note('gates', 'The blue gate and the red gate are both made of iron.')
  await note('umbrellas', 'Umbrellas hang beside the reception desk.')
  await note('lamps', 'Lamps switch off after twenty minutes.')
  await note('boots', 'Boots belong on the lower shelf.')
  await note('hats', 'Hats hang above the mirror.')
  await note('vault', secret, { audience: ['group:Keepers'] })
})
afterAll(async () => {
  await service.close()
  await llm.close()
})
afterEach(() => {
  searches = []
  wanted = ''
})

function answerFrom({ user }: LlmPrompt): string {
  const block = user.split(/(?=<passage-\S+ number=")/).findIndex((part) => part.includes(wanted))
  const sentence = [...user.matchAll(/[^\n]*/g)].map(([line]) => line).find((line) => line.includes(wanted)) ?? ''
  return `${sentence} [${block + 1}]`
}

async function ask(text = question, scope: object = {}) {
  const reply = await asBen('POST', '/v1/ask', { question: text, ...scope })
  expect(reply.status).toBe(200)
  const [record] = (await asBen('GET', '/v1/questions')).body.questions
  const trace = (await asAda('GET', `/v1/answer-traces/${record.id}`)).body
  return { ...reply.body, trace, prompt: llm.prompts.at(-1)?.user ?? '' }
}

describe('a question that compares things', () => {
  test('is answered from the searches that the model asks for, which the trace shows', async () => {
    searches = ['umbrellas']
    wanted = 'Umbrellas hang'
    const { answer, sources, trace, prompt } = await ask()
    expect(prompt).toContain('both made of iron')
    expect(prompt).toContain('beside the reception desk')
    expect(answer).toContain('Umbrellas hang beside the reception desk')
    expect(sources.map(({ id }: { id: string }) => id)).toEqual(['umbrellas'])
    expect(trace).toMatchObject({ mode: 'written', searches: ['umbrellas'] })
    expect(trace.passages.find(({ id }: { id: string }) => id === 'umbrellas')).toMatchObject({ fate: 'cited' })
  })

  test('gets three searches at most, in one call, from a model that asks on and on', async () => {
    searches = ['umbrellas', 'umbrellas', 'lamps', 'boots', 'hats', 'vault']
    wanted = 'both made'
    const before = llm.toolsOffered()
    const { trace, prompt } = await ask()
    expect(trace.searches).toEqual(['umbrellas', 'lamps', 'boots'])
    expect(prompt).toContain('lower shelf')
    expect(prompt).not.toContain('above the mirror')
    expect(llm.toolsOffered() - before).toBe(1)
  })

  test('searches with the rights of the asker', async () => {
    searches = ['vermilion vault', 'vermilion']
    wanted = 'vermilion'
    const { trace, prompt, answer } = await ask()
    expect(trace.searches).toHaveLength(2)
    expect(prompt).not.toContain('dawn')
    expect(answer).not.toContain('dawn')
    expect(JSON.stringify(trace.passages)).not.toContain('dawn')
  })

  test('searches within the scope of the question', async () => {
    searches = ['umbrellas']
    wanted = 'both made'
    expect((await ask(question, { parentId: 'gates' })).prompt).not.toContain('reception desk')
  })

  test('needs no further search if the model asks for none', async () => {
    wanted = 'both made'
    const { answer, trace } = await ask()
    expect(answer).toContain('made of iron')
    expect(trace).not.toHaveProperty('searches')
  })
})

test('a plain question costs no call', async () => {
  searches = ['umbrellas']
  wanted = 'Lamps switch'
  const before = llm.toolsOffered()
  const { prompt } = await ask('When do the lamps switch off?')
  expect(llm.toolsOffered()).toBe(before)
  expect(prompt).not.toContain('reception desk')
})

test('a server that rejects tools is asked once, and answers are written from one search', async () => {
  searches = 'reject'
  wanted = 'both made'
  const before = llm.toolsOffered()
  for (const _ of [1, 2]) {
    const { answer, trace } = await ask()
    expect(answer).toContain('made of iron')
    expect(trace).toMatchObject({ mode: 'written', hasModelFailed: false })
  }
  expect(llm.toolsOffered() - before).toBe(1)
})
