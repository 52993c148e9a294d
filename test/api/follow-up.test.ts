import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/access/caller.ts'
import type { ConversationTurn } from '../../src/answer/conversation/follow-up.ts'
import { createStubReader, readingOf, type StubReader } from '../support/stub-reader.ts'
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

describe('a question that can be understood in two ways', () => {
  let withReader: TestApp
  let asker: Caller
  let reader: StubReader
  /** What the reader takes as the answer, by the question it reads. */
  let answers: (question: string) => RegExp
  const nothing = /(?!)/

  beforeAll(async () => {
    reader = createStubReader(nothing, {
      passageBudget: 4,
      async read(question, passages) {
        reader.calls.push({ question, passages })
        return passages.map((passage) => readingOf(passage, answers(question)))
      },
    })
    withReader = await createTestApp({ reader })
    await withReader.organization('acme')
    const pages = [
      ['Abroad', 'You can work abroad for twenty days a year. Ask three weeks ahead.'],
      ['Wifi', 'The password of the wifi hangs beside the printer.'],
      ['Parties', 'Ask ahead if you bring guests to a party.'],
      ['Keys', 'Ask at the reception for a key.'],
      ['Desks', 'Ask your team lead for a desk.'],
      ['Lunch', 'Ask the kitchen for lunch a day ahead.'],
    ] as const
    for (const [title, content] of pages) await withReader.note('acme', { id: title.toLowerCase(), title, content })
    asker = await withReader.caller(await withReader.person('acme', 'ben'))
  })
  afterAll(() => withReader.close())
  beforeEach(() => {
    reader.calls.length = 0
  })

  const abroad: ConversationTurn = {
    question: 'How many days can I work abroad?',
    answer: 'You can work abroad for twenty days a year. [1]',
  }
  const askAfter = async (question: string) => {
    let understood: string | undefined
    const onStandaloneQuestion = (text: string) => {
      understood = text
    }
    const { answer, sources } = await withReader.app.answering.ask(
      asker,
      { question, parentId: undefined },
      { onStandaloneQuestion },
      { turns: [abroad] },
    )
    return { answer, sources, understood }
  }

  test('is read once if it is surely answered alone', async () => {
    answers = () => /beside the printer/
    const { answer, understood } = await askAfter('where is the wifi password?')
    expect(answer).toContain('beside the printer')
    expect(understood).toBeUndefined()
    expect(reader.calls).toHaveLength(1)
  })

  test('is read in context too if it isn’t, with half of the passages, and the better supported reading wins', async () => {
    answers = (question) => (question.includes('abroad') ? /three weeks ahead/ : nothing)
    const { answer, understood } = await askAfter('how far ahead do I need to ask?')
    expect(understood).toContain('work abroad')
    expect(answer).toContain('three weeks ahead')
    expect(reader.calls.map(({ passages }) => passages.length)).toEqual([4, 2])
  })

  test('is not answered by the earlier topic if the notes say nothing about it', async () => {
    answers = (question) => (question.includes('abroad') ? /twenty days a year/ : nothing)
    const { sources, understood } = await askAfter('where is the wifi router?')
    expect(understood).toBeUndefined()
    expect(sources).toEqual([])
  })
})
