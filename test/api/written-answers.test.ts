import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSampleApp, type SampleApp } from '../../eval/handbook/sample-app.ts'
import type { AnswerListener } from '../../src/answer/answer-listener.ts'
import { notFoundMessage } from '../../src/answer/answer-messages.ts'
import { type LlmPrompt, type LlmReply, startLlmServer } from '../support/llm-server.ts'
import { createTestApp, type Person } from '../support/test-app.ts'
import { createBrowserCall } from './browser-session.ts'

let llm: Awaited<ReturnType<typeof startLlmServer>>
let sample: SampleApp
let reply: (prompt: LlmPrompt) => LlmReply

beforeAll(async () => {
  llm = await startLlmServer((prompt) => reply(prompt))
  sample = await createSampleApp({ config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } } })
})
afterAll(async () => {
  await sample.close()
  await llm.close()
})
beforeEach(() => {
  llm.prompts.length = 0
})

const holidays = 'How many days of paid holiday do full-time employees in Kobe have?'

test.each([
  'NOT IN THE NOTES',
  'Not in the notes.',
  'I am sorry, I looked at every passage. NOT IN THE NOTES. Please ask your team lead.',
  "I'm sorry, but the notes don't contain any information about that. You may want to ask the People team.",
])('the refusal of the model is the answer: %s', async (text) => {
  reply = () => ({ text })
  expect(await ask(holidays)).toEqual({ answer: notFoundMessage('en'), sources: [] })
})

test.each(['fail', 'cut'] as const)('a model that %ss without a word is replaced by quoted text', async (end) => {
  reply = () => ({ text: '', end })
  const { answer, sources } = await ask(holidays)
  expect(sources).not.toEqual([])
  expect(answer).toContain('20 days')
  expect(answer).toContain('could not be reached')
})

test('text that no passage supports, without a refusal, is replaced by quoted text', async () => {
  reply = () => ({ text: 'Penguins repaired the quarterly submarine under moonlight [1].' })
  const { answer } = await ask(holidays)
  expect(answer).toContain('20 days')
  expect(answer).not.toContain('Penguins')
})

test('a partial answer says what the notes say, and what they do not', async () => {
  reply = (prompt) => ({
    text: `In Kobe, paid holiday for full time is 20 days [${numberOf(prompt, 'Kobe; Paid holiday')}]. The notes don't say whether paid holiday in Kobe changes next year.`,
  })
  const { answer, sources } = await ask(holidays)
  expect(answer).toBe(
    "In Kobe, paid holiday for full time is 20 days. [1] The notes don't say whether paid holiday in Kobe changes next year.",
  )
  expect(sources.map(({ id }) => id)).toEqual(['leave'])
})

test('a step that falls leaves no hole, and the answer says so', async () => {
  reply = (prompt) => {
    const number = numberOf(prompt, 'Photograph the receipt')
    return {
      text: `To claim expenses:\n\n1. Photograph the receipt with the Magpie app on the day you get it [${number}].\n2. Penguins repaired the quarterly submarine [${number}].\n3. Choose a category and a cost centre [${number}].`,
    }
  }
  const { answer } = await ask('How do I claim expenses?')
  expect(answer).toBe(
    'To claim expenses:\n\n1. Photograph the receipt with the Magpie app on the day you get it. [1]\n2. Choose a category and a cost centre. [1]\n\n(A step could not be confirmed in the notes and was left out.)',
  )
})

test('the first verified sentence is sent while the model still writes', async () => {
  reply = (prompt) => ({
    text: `In Kobe, paid holiday for full time is 20 days [${numberOf(prompt, 'Kobe; Paid holiday')}]. And`,
    end: 'stall',
  })
  const deltas: string[] = []
  const { answer } = await ask(holidays, {
    onDelta: (text) => {
      deltas.push(text)
      if (deltas.length === 1) llm.resume(' more of it.')
    },
  })
  expect(deltas[0]).toBe('In Kobe, paid holiday for full time is 20 days. [1]')
  expect(answer).toBe(deltas.join(''))
})

test.each(['limit', 'cut'] as const)('an answer that ends early (%s) says so', async (end) => {
  reply = (prompt) => {
    const number = numberOf(prompt, 'Kobe; Paid holiday')
    // What follows could turn it round: "… in Leipzig is 30 days, but only until 2020".
    return {
      text: `In Kobe, paid holiday for full time is 20 days [${number}]. In Leipzig, paid holiday for full time is 30 days`,
      end,
    }
  }
  const deltas: string[] = []
  const { answer } = await ask(holidays, { onDelta: (text) => deltas.push(text) })
  expect(answer).toBe(
    'In Kobe, paid holiday for full time is 20 days. [1]\n\n(The language model stopped before the end, so something can be missing here.)',
  )
  expect(deltas.join('')).toBe(answer)
})

test('a model that never ends is left', async () => {
  reply = (prompt) => ({
    text: `In Kobe, paid holiday for full time is 20 days [${numberOf(prompt, 'Kobe; Paid holiday')}]. `,
    end: 'endless',
  })
  const leftBefore = llm.clientsLeft()
  const { answer } = await ask(holidays)
  expect(answer.length).toBeLessThan(20_000)
  await expect.poll(() => llm.clientsLeft()).toBe(leftBefore + 1)
})

test('passages carry their path, source and the date that the note was given', async () => {
  reply = () => ({ text: 'NOT IN THE NOTES' })
  await ask(holidays)
  expect(llm.prompts[0]?.user).toContain(
    'Path: The Larkwain handbook › People › Holidays and leave\nSource: Notes\nUpdated: 2026-09-16\n',
  )
})

test('an answer that names without a citation what another note says is shared only with readers of that note', async () => {
  const app = await createTestApp({ config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } } })
  onTestFinished(() => app.close())
  await app.organization('acme')
  const ben = await app.person('acme', 'ben', { groups: ['Crew'] })
  const vera = await app.person('acme', 'vera')
  await app.note('acme', {
    id: 'gate',
    title: 'Gates',
    content: 'The blue harbour gate opens at seven in the morning.',
  })
  await app.note('acme', {
    id: 'plans',
    title: 'Plans',
    content: 'Project Falcon moves the blue harbour gate next year.',
    audience: ['group:Crew'],
  })
  const share = async (gap: string) => {
    reply = (prompt) => ({
      text: `The blue harbour gate opens at seven in the morning [${numberOf(prompt, 'at seven')}]. ${gap}`,
    })
    const threadId = randomUUID()
    const question = { question: 'When does the blue harbour gate open?', threadId }
    const asked = await app.call(ben.key, 'POST', '/v1/ask', question)
    expect(asked.body.answer).toContain(gap)
    expect(asked.body.sources.map(({ id }: { id: string }) => id)).toEqual(['gate'])
    await app.call(ben.key, 'PUT', `/v1/threads/${threadId}/audience`, { audience: ['everyone'] })
    const read = (person: Person) => app.call(person.key, 'GET', `/v1/threads/${threadId}`)
    expect((await read(ben)).body.turns[0].answer).toContain(gap)
    return read(vera)
  }
  expect((await share("The notes don't say whether the gate closes at night.")).status).toBe(200)
  const named = await share("The notes don't say whether the gate opens later during Project Falcon.")
  expect(named).toMatchObject({ status: 404, body: { id: 'thread-not-found' } })
  // Nor does it count as cited.
  const admin = await app.person('acme', 'admin', { role: 'admin', groups: ['Crew'] })
  const insights = await (await createBrowserCall(app, 'acme', admin))('GET', '/v1/insights')
  expect(insights.body.sources).toMatchObject([{ id: 'gate', answers: 2 }])
  // An answer for later isn't read any more once its asker can't see that note.
  const question = { question: 'When does the blue harbour gate open?' }
  const { body: accepted } = await app.call(ben.key, 'POST', '/v1/ask/answers', question)
  await app.app.jobs.drain()
  const read = async () => (await app.call(ben.key, 'GET', `/v1/ask/answers/${accepted.id}`)).body
  expect((await read()).result.answer).toContain('Project Falcon')
  const crew = (await app.app.teams.findByName('acme', 'Crew'))!
  await app.app.teams.setMembers('acme', crew.id, [admin.id])
  expect(await read()).toMatchObject({ state: 'failed', error: { id: 'not-found' } })
})

function ask(question: string, listener?: AnswerListener) {
  return sample.app.answering.ask(sample.callers.get('everyone')!, { question, parentId: undefined }, listener)
}

/** Returns the number of the first passage in the prompt that contains the words. */
function numberOf({ user }: LlmPrompt, words: string): number {
  const block = user.split(/(?=<passage-\S+ number=")/).find((part) => part.includes(words))
  const number = /number="(\d+)"/.exec(block ?? '')?.[1]
  if (number === undefined) throw new Error(`No passage of the prompt contains "${words}"`)
  return Number(number)
}
