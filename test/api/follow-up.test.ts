import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../src/access/caller.ts'
import type { ConversationTurn } from '../../src/answer/follow-up.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

let service: TestApp
let ben: Person
let caller: Caller
let asAda: BrowserCall
beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  ben = await service.person('acme', 'ben')
  asAda = await createBrowserCall(service, 'acme', await service.person('acme', 'ada', { role: 'admin' }))
  await service.note('acme', {
    id: 'gates',
    title: 'Gates',
    content: 'The harbour gate in Bergen opens at seven.\n\nThe harbour gate in Malmö opens at nine.',
  })
  await service.note('acme', { id: 'wifi', title: 'Wifi', content: 'The wifi password hangs beside the printer.' })
  const { credential, ...rest } = await service.caller(ben)
  // What the app asks is logged at once.
  caller = { ...rest, credential: { ...credential, kind: 'session' } }
})
afterAll(() => service.close())

const gateTurn: ConversationTurn = {
  question: 'When does the harbour gate in Bergen open?',
  answer: 'The harbour gate in Bergen opens at seven. [1]',
}

async function ask(question: string, ...turns: ConversationTurn[]) {
  const understood: string[] = []
  const { answer } = await service.app.answering.ask(
    caller,
    { question, parentId: undefined },
    { onStandaloneQuestion: (text) => understood.push(text) },
    { turns },
  )
  return { answer, understood: understood[0] }
}

test('a follow-up is answered as the question that it stands for', async () => {
  const { answer, understood } = await ask('and in Malmö?', gateTurn)
  expect(answer).toContain('Malmö opens at nine')
  expect(understood).toContain('harbour gate')
})

test('without earlier turns a follow-up is answered as it was typed', async () => {
  expect((await ask('and in Malmö?')).understood).toBeUndefined()
})

test('a question about something else is answered alone', async () => {
  const { answer, understood } = await ask('Where is the wifi password?', gateTurn)
  expect(understood).toBeUndefined()
  expect(answer).toContain('beside the printer')
})

test('the trace tells admins as which question a follow-up was understood', async () => {
  const { understood } = await ask('and in Malmö?', gateTurn)
  expect(await readTrace('and in Malmö?')).toMatchObject({ standaloneQuestion: understood })
})

test('admins do not see a standalone question that may quote answers to somebody else', async () => {
  await sql`update question set trace = trace || '{"quotesAnswers": true}' where question = 'and in Malmö?'`.execute(
    service.database.unrestricted,
  )
  expect(await readTrace('and in Malmö?')).toMatchObject({ standaloneQuestion: null })
})

async function readTrace(question: string) {
  const { answers } = (await asAda('GET', '/v1/answer-traces')).body
  const { id } = answers.find((answer: { question: string }) => answer.question === question)
  return (await asAda('GET', `/v1/answer-traces/${id}`)).body
}
