import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBulkPause } from '../../src/models/bulk-pause.ts'
import type { Reader } from '../../src/models/reader.ts'
import { createReaderQueue } from '../../src/models/reader-queue.ts'
import type { ReaderWorkerRequest } from '../../src/models/reader-worker.ts'
import { readSection } from '../../src/search/read-section.ts'
import { createStubReader, readingOf } from '../support/stub-reader.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createBrowserCall } from './browser-session.ts'

let service: TestApp
let reader: Reader
let ada: Person
let ben: Person
let logged: { level: number; msg: string }[] = []
let tests = 0

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const current: Reader = {
    name: 'current',
    language: 'en',
    get passageBudget() {
      return reader.passageBudget
    },
    read: (question, passages, signal) => reader.read(question, passages, signal),
    close: async () => {},
  }
  service = await createTestApp({ reader: current, log })
})
afterAll(() => service.close())

let org = ''
/** Each test has an organization of its own. */
beforeEach(async () => {
  logged = []
  tests += 1
  org = `acme-${tests}`
  await service.organization(org)
  ada = await service.person(org, 'ada', { role: 'admin' })
  ben = await service.person(org, 'ben')
})

const ask = (person: Person, question: string) => service.call(person.key, 'POST', '/v1/ask', { question })
const warnings = () => logged.filter(({ msg }) => msg?.includes('reader'))

const gate = { id: 'gate', title: 'Gate', content: 'The gate is made of steel.\n\nVisitors come in from seven.' }

test('the answer quotes the unit that the reader prefers, and the trace shows its scores', async () => {
  reader = createStubReader(/from seven/)
  await service.note(org, gate)
  await service.note(org, { title: 'Gate of steel', content: 'The gate, when it opens, is a gate that opens.' })
  const asAda = await createBrowserCall(service, org, ada)
  const { body } = await asAda('POST', '/v1/ask', { question: 'When does the gate open?' })
  expect(body.answer).toBe('Visitors come in from seven. [1]')
  expect(body.sources).toMatchObject([{ id: 'gate' }])
  const { questions } = (await asAda('GET', '/v1/questions')).body
  const trace = (await asAda('GET', `/v1/answer-traces/${questions[0].id}`)).body
  expect(trace.passages).toContainEqual(
    expect.objectContaining({ id: 'gate', fate: 'cited', relevance: 30, answers: 30 }),
  )
  expect(trace.passages).toContainEqual(
    expect.objectContaining({ title: 'Gate of steel', relevance: -30, answers: -30 }),
  )
})

test('passages that do not answer are refused', async () => {
  reader = createStubReader(/nothing at all/)
  await service.note(org, gate)
  expect((await ask(ada, 'When does the gate open?')).body.sources).toEqual([])
})

test('a reader that fails is logged once; answers go on, and it is used again when it responds', async () => {
  let isFailing = true
  const working = createStubReader(/from seven/)
  reader = createStubReader(/./, {
    read: async (question, passages) => {
      if (isFailing) throw new Error('out of memory')
      return working.read(question, passages)
    },
  })
  await service.note(org, gate)
  for (let round = 0; round < 3; round += 1) {
    const { status, body } = await ask(ada, 'What is the gate made of?')
    expect({ status, answer: body.answer }).toEqual({ status: 200, answer: 'The gate is made of steel. [1]' })
  }
  expect(warnings().map(({ msg }) => msg)).toEqual([expect.stringContaining('the reader failed')])
  isFailing = false
  expect((await ask(ada, 'When does the gate open?')).body.answer).toContain('from seven')
  isFailing = true
  await ask(ada, 'What is the gate made of?')
  expect(warnings()).toHaveLength(2)
})

test('questions in other languages are answered without the reader', async () => {
  const stub = createStubReader(/./)
  reader = stub
  await service.note(org, { title: 'Tor', content: 'Das Tor ist aus Stahl und öffnet um sieben Uhr.' })
  const { body } = await ask(ada, 'Um wie viel Uhr öffnet das Tor?')
  expect(body.answer).toContain('sieben')
  expect(stub.calls).toEqual([])
})

test('the reader never gets a passage, title or ancestor that the caller cannot see', async () => {
  const stub = createStubReader(/gate/)
  reader = stub
  await service.note(org, { id: 'plan', title: 'Zeppelin plan', audience: [`user:${ada.email}`] })
  await service.note(org, { ...gate, parent: 'plan', audience: ['everyone'] })
  await service.note(org, {
    title: 'Gate code',
    content: 'The gate opens with the code 4711.',
    audience: [`user:${ada.email}`],
  })
  await ask(ben, 'Which code opens the gate?')
  const givenToBen = JSON.stringify(stub.calls)
  expect(givenToBen).toContain('made of steel')
  expect(givenToBen).not.toMatch(/4711|Gate code|Zeppelin/)
  await ask(ada, 'Which code opens the gate?')
  expect(JSON.stringify(stub.calls)).toMatch(/4711/)
  expect(JSON.stringify(stub.calls)).toMatch(/Zeppelin plan > Gate/)
})

const steps = Array.from(
  { length: 24 },
  (_, index) => `${index + 1}. Turn valve ${index + 1} of the old red boiler twice.`,
)

test('a list of steps is quoted whole across passages, and its section holds only what the caller can see', async () => {
  reader = createStubReader(/valve 20 /)
  const content = `To drain the boiler:\n\n${steps.join('\n')}`
  await service.note(org, { id: 'boiler', title: 'Boiler', content, audience: [`user:${ada.email}`] })
  const rows = await service.database.unrestricted
    .selectFrom('chunk')
    .select(['key', 'document_key', 'ordinal', 'heading', 'body'])
    .where('org_id', '=', org)
    .orderBy('ordinal')
    .execute()
  expect(rows.length).toBeGreaterThan(1)
  const { body } = await ask(ada, 'How do I drain the boiler?')
  expect(body.answer.split('\n').map((line: string) => line.replace(/ \[1\]$/, ''))).toEqual([
    'To drain the boiler:',
    ...steps,
  ])

  const [first] = rows
  const passage = {
    ...{ chunkKey: first!.key, documentKey: first!.document_key, ordinal: first!.ordinal, heading: first!.heading },
    ...{ body: first!.body, terms: new Uint32Array(), document: {} },
  } as Parameters<typeof readSection>[2]
  const bodiesFor = async (person: Person) =>
    (await readSection(service.database, await service.caller(person), passage)).map((part) => part.body)
  expect(await bodiesFor(ada)).toEqual(rows.map((row) => row.body))
  expect(await bodiesFor(ben)).toEqual([first!.body])
})

test('under load fewer passages are read, and nobody is refused', async () => {
  const sizes: number[] = []
  const thread = Object.assign(new EventEmitter(), {
    postMessage(request: ReaderWorkerRequest) {
      if (request === 'close') return
      sizes.push(request.passages.length)
      pending = request
    },
  })
  let pending: Exclude<ReaderWorkerRequest, 'close'> | undefined
  const queue = createReaderQueue({ startThread: () => thread, pause: createBulkPause(), log: { error: () => {} } })
  let arrived = 0
  reader = {
    name: 'slow',
    language: 'en',
    get passageBudget() {
      return queue.passageBudget
    },
    read(question, passages, signal) {
      arrived += 1
      return queue.read(question, passages, signal)
    },
    close: queue.close,
  }
  for (let number = 0; number < 14; number += 1) {
    await service.note(org, { content: `Gate ${number} opens at seven, says guard ${number}.` })
  }
  const replies = Array.from({ length: 6 }, () => ask(ada, 'When does gate 3 open?'))
  await expect.poll(() => arrived, { timeout: 60_000 }).toBe(6)
  while (pending) {
    const { passages } = pending
    pending = undefined
    thread.emit('message', { readings: passages.map((one) => readingOf(one, /Gate 3 /)) })
  }
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  // The first passages already answer: further ones aren't read.
  expect(sizes[0]).toBeLessThan(queue.passageBudget)
  expect(sizes.at(-1)).toBeLessThan(sizes[0]!)
  expect(sizes.at(-1)).toBeGreaterThan(0)
})
