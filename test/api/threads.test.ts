import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/answer/conversation/follow-up.ts'
import { createThreadTurns, type ThreadTurns } from '../../src/answer/conversation/thread-turns.ts'
import { createBackgroundServices } from '../support/background-services.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createBrowserCall } from './browser-session.ts'

let scratch: TestApp
let clock = new Date('2026-11-15T10:00:00Z')
let ada: Person
let ben: Person
let vera: Person
let turns: ThreadTurns

const gateQuestion = 'When does the blue harbour gate open?'
const craneQuestion = 'How much does the yellow crane lift?'
const unanswerable = 'Who painted the crane in Rotterdam in 1987 for Queen Beatrix?'
const notFound = { message: 'There is no such conversation.', id: 'thread-not-found' }

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  ben = await scratch.person('acme', 'ben', { groups: ['Crew'] })
  vera = await scratch.person('acme', 'vera', { groups: ['Crew'] })
  await scratch.note('acme', {
    id: 'gate',
    title: 'Gates',
    content: 'The blue harbour gate opens at seven in the morning.',
    audience: ['group:Crew'],
  })
  await scratch.note('acme', { id: 'crane', title: 'Crane', content: 'The yellow crane lifts forty tonnes.' })
  turns = createThreadTurns({
    database: scratch.database,
    newId: () => randomUUID().replaceAll('-', ''),
    now: () => clock,
    onError: (error) => {
      throw error
    },
  })
})
afterAll(() => scratch.close())

const ask = (person: Person, threadId: string, question: string, fields: object = {}, headers: object = {}) =>
  scratch.call(person.key, 'POST', '/v1/ask', { question, threadId, ...fields }, headers as Record<string, string>)
const read = (person: Person, threadId: string) => scratch.call(person.key, 'GET', `/v1/threads/${threadId}`)
const share = (person: Person, threadId: string, audience: string[]) =>
  scratch.call(person.key, 'PUT', `/v1/threads/${threadId}/audience`, { audience })
const list = async (person: Person, query = '') =>
  (await scratch.call(person.key, 'GET', `/v1/threads${query}`)).body as {
    threads: { id: string; title: string; audience: string[] }[]
    nextCursor: string | null
  }
const crewIs = async (...people: Person[]) => {
  const team = await scratch.app.teams.findByName('acme', 'Crew')
  await scratch.app.teams.setMembers(
    'acme',
    team?.id ?? '',
    people.map(({ id }) => id),
  )
}
/** A thread of Ben's with one answer from the note that only the crew sees, and one that everybody sees. */
async function threadOfBen() {
  const id = randomUUID()
  expect((await ask(ben, id, gateQuestion)).status).toBe(200)
  expect((await ask(ben, id, craneQuestion)).status).toBe(200)
  return id
}

describe('asking in a conversation', () => {
  test('the first question creates it, the next continue it; each turn is stored when its answer returns', async () => {
    const id = randomUUID()
    const first = await ask(ben, id.toUpperCase(), gateQuestion)
    expect(Object.keys(first.body).sort()).toEqual(['answer', 'sources'])
    const { status, body } = await read(ben, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      threadId: id,
      title: gateQuestion,
      status: 'completed',
      isOwner: true,
      askedBy: 'ben',
      audience: [],
    })
    expect(body.turns).toHaveLength(1)
    expect(body.turns[0]).toMatchObject({
      question: gateQuestion,
      state: 'done',
      outcome: 'answered',
      answer: first.body.answer,
      sources: [{ id: 'gate', title: 'Gates' }],
    })
    await ask(ben, id, craneQuestion)
    expect((await read(ben, id)).body.turns.map((turn: { question: string }) => turn.question)).toEqual([
      gateQuestion,
      craneQuestion,
    ])
  })

  test('a follow-up gets the earlier turns, and is shown as it was understood', async () => {
    const id = randomUUID()
    await ask(ben, id, 'How much does the yellow crane lift?')
    const followUp = await ask(ben, id, 'And how much does it lift?')
    expect(followUp.body.answer).toContain('forty tonnes')
    const { turns: shown } = (await read(ben, id)).body
    expect(shown[0].standaloneQuestion).toBeNull()
    expect(shown[1]).toMatchObject({
      question: 'And how much does it lift?',
      standaloneQuestion: expect.stringContaining('yellow crane'),
    })
  })

  test('GET takes the thread too; a refusal is kept with its nearest notes', async () => {
    const id = randomUUID()
    const query = new URLSearchParams({ question: unanswerable, threadId: id, include: 'related' })
    const { status, body } = await scratch.call(ben.key, 'GET', `/v1/ask?${query}`)
    expect(status).toBe(200)
    expect(body.sources).toEqual([])
    expect((await read(ben, id)).body.turns[0]).toMatchObject({
      outcome: 'refused',
      answer: body.answer,
      related: body.related,
    })
  })

  test('two questions at once are both kept, in the order in which they came', async () => {
    const id = randomUUID()
    const asked = Array.from({ length: 6 }, (_, index) => `${craneQuestion} (${index})`)
    await Promise.all(asked.map((question) => ask(ben, id, question)))
    const shown = (await read(ben, id)).body.turns.map((turn: { question: string }) => turn.question)
    expect([...shown].sort()).toEqual(asked)
    const { rows } = await sql<{ question: string }>`
      select question from question where thread_id = ${id} order by thread_position`.execute(
      scratch.database.unrestricted,
    )
    expect(shown).toEqual(rows.map(({ question }) => question))
  })

  test('what is no UUID is refused, and so is a turn to replace without a thread', async () => {
    const odd = await ask(ben, 'my thread', craneQuestion)
    expect(odd.status).toBe(400)
    expect(odd.body.details.threadId.message).toBe('must be a UUID')
    const lost = await scratch.call(ben.key, 'POST', '/v1/ask', { question: craneQuestion, replaceTurnId: 'x' })
    expect(lost.body.details.replaceTurnId.message).toBe('needs a threadId')
  })

  test('a question that fails leaves no turn, and no conversation where it was the first', async () => {
    const id = randomUUID()
    expect((await ask(ben, id, craneQuestion, { parentId: 'nothing' })).body.id).toBe('parent-not-found')
    expect(await read(ben, id)).toMatchObject({ status: 404, body: notFound })
    await ask(ben, id, craneQuestion)
    await ask(ben, id, gateQuestion, { parentId: 'nothing' })
    expect((await read(ben, id)).body.turns).toHaveLength(1)
  })

  test('a conversation has at most 500 questions, and a full one can still be shortened', async () => {
    const id = randomUUID()
    await ask(ben, id, craneQuestion)
    await sql`
      insert into question (org_id, id, member_id, asked_at, channel, question, outcome, thread_id, thread_position)
      select 'acme', 'full-' || n, ${ben.id}, ${clock}, 'api', 'Again?', 'refused', ${id}, n
      from generate_series(2, 500) n`.execute(scratch.database.unrestricted)
    await sql`update thread set last_position = 500 where id = ${id}`.execute(scratch.database.unrestricted)
    expect(await ask(ben, id, craneQuestion)).toMatchObject({ status: 409, body: { id: 'conflict' } })
    expect((await scratch.call(ben.key, 'DELETE', '/v1/questions/full-2')).status).toBe(204)
    expect((await ask(ben, id, craneQuestion)).status).toBe(200)
    expect((await ask(ben, id, craneQuestion)).status).toBe(409)
    expect((await read(ben, id)).body.turns).toHaveLength(500)
  })

  test('an MCP client can hold a conversation', async () => {
    const id = randomUUID()
    const call = { name: 'ask', arguments: { question: craneQuestion, threadId: id } }
    await scratch.call(
      ben.key,
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { accept: 'application/json, text/event-stream' },
    )
    expect((await read(ben, id)).body.turns[0]).toMatchObject({ question: craneQuestion, state: 'done' })
  })
})

describe('replacing a turn', () => {
  test('takes the place of that turn and of those after it once answered', async () => {
    const id = await threadOfBen()
    await ask(ben, id, 'Third question about the yellow crane?')
    const [kept, replaced] = (await read(ben, id)).body.turns
    await ask(ben, id, 'What does the yellow crane lift?', { replaceTurnId: replaced.id })
    const shown = (await read(ben, id)).body.turns
    expect(shown.map((turn: { question: string }) => turn.question)).toEqual([
      kept.question,
      'What does the yellow crane lift?',
    ])
    expect((await scratch.call(ben.key, 'GET', `/v1/questions/${replaced.id}`)).status).toBe(404)
  })

  test('leaves everything as it was if it fails, and knows only turns of its own thread', async () => {
    const id = await threadOfBen()
    const other = await threadOfBen()
    const before = (await read(ben, id)).body.turns
    const failed = await ask(ben, id, gateQuestion, { replaceTurnId: before[0].id, parentId: 'nothing' })
    expect(failed.status).toBe(404)
    const foreign = await ask(ben, other, gateQuestion, { replaceTurnId: before[0].id })
    expect(foreign).toMatchObject({ status: 404, body: { id: 'not-found' } })
    expect((await read(ben, id)).body.turns).toEqual(before)
    expect((await read(ben, other)).body.turns).toHaveLength(2)
  })
})

describe('while an answer is written', () => {
  const request = (threadId: string) => ({ question: craneQuestion, parentId: undefined, threadId })

  test('reading answers 202 until it is there', async () => {
    const id = randomUUID()
    const accepted = await ask(ben, id, craneQuestion, {}, { prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    const during = await read(ben, id)
    expect(during.status).toBe(202)
    expect(during.body).toMatchObject({ status: 'processing', turns: [{ state: 'processing', answer: null }] })
    await scratch.app.jobs.drain()
    const after = await read(ben, id)
    expect(after.status).toBe(200)
    expect(after.body).toMatchObject({ status: 'completed', turns: [{ id: during.body.turns[0].id, state: 'done' }] })
    expect(after.body.turns[0].answer).toContain('forty tonnes')
  })

  test('a deferred question that fails says so', async () => {
    const id = randomUUID()
    await ask(ben, id, craneQuestion, { parentId: 'nothing' }, { prefer: 'respond-async' })
    await scratch.app.jobs.drain()
    expect(await read(ben, id)).toMatchObject({ status: 200, body: { turns: [{ state: 'failed', answer: null }] } })
  })

  test('a process that died leaves no turn processing for ever', async () => {
    const id = randomUUID()
    const caller = await scratch.caller(ben)
    const expiresAt = new Date(clock.getTime() + 60_000)
    await scratch.database.transaction((store) => turns.begin(store, caller, request(id), { expiresAt }))
    expect((await read(ben, id)).status).toBe(202)
    clock = expiresAt
    expect(await read(ben, id)).toMatchObject({
      status: 200,
      body: { status: 'failed', turns: [{ question: craneQuestion, state: 'failed' }] },
    })
  })

  test('one that the asker stops stays as stopped, unless it was to replace another', async () => {
    const id = randomUUID()
    const caller = await scratch.caller(ben)
    const stop = async (replaceTurnId?: string) => {
      const controller = new AbortController()
      const asked = turns.run(caller, { ...request(id), replaceTurnId }, controller.signal, async () => {
        controller.abort(new Error('stopped'))
        controller.signal.throwIfAborted()
      })
      await expect(asked).rejects.toThrow('stopped')
    }
    await stop()
    const { status, body } = await read(ben, id)
    expect(status).toBe(200)
    expect(body.turns).toMatchObject([{ question: craneQuestion, state: 'stopped', answer: null }])
    await stop(body.turns[0].id)
    expect((await read(ben, id)).body.turns).toEqual(body.turns)
  })

  test('deleting the conversation lets the answer return, and keeps nothing of it', async () => {
    const id = randomUUID()
    const caller = await scratch.caller(ben)
    const result = { answer: 'Forty tonnes. [1]', sources: [] }
    await turns.run(caller, request(id), undefined, async ({ turn }) => {
      expect((await scratch.call(ben.key, 'DELETE', `/v1/threads/${id}`)).status).toBe(204)
      await scratch.app.answering.ask(caller, request(id), {}, { turns: [], turn } as Conversation)
      return result
    })
    expect((await read(ben, id)).status).toBe(404)
    const { rows } = await sql`select from question where thread_id = ${id}`.execute(scratch.database.unrestricted)
    expect(rows).toEqual([])
  })
})

describe('what an old turn shows holds when it is read', () => {
  test('an answer is withheld while its owner cannot see a source, and is no context for the next question', async () => {
    const id = await threadOfBen()
    await ask(ben, id, 'And how much does it lift?')
    await crewIs(vera)
    const { status, body, text } = await read(ben, id)
    expect(status).toBe(200)
    expect(body.turns[0]).toMatchObject({ question: gateQuestion, state: 'done', answer: null, sources: [] })
    expect(body.turns[1].answer).toContain('forty tonnes')
    expect(body.turns[2].standaloneQuestion).toBeNull()
    expect(text).not.toMatch(/seven|Gates/)
    const contexts: Conversation[] = []
    const caller = await scratch.caller(ben)
    await turns
      .run(caller, { question: 'And?', parentId: undefined, threadId: id }, undefined, async (conversation) => {
        contexts.push(conversation)
        throw new Error('not now')
      })
      .catch(() => {})
    expect(contexts[0]?.turns).toMatchObject([{ question: gateQuestion, answer: '' }, {}, {}])
    expect(JSON.stringify(contexts)).not.toContain('seven')
    await crewIs(ben, vera)
    expect((await read(ben, id)).body.turns[0].answer).toContain('seven')
  })

  test('an answer goes with a source that is deleted', async () => {
    await scratch.note('acme', { id: 'buoy', title: 'Buoy', content: 'The red buoy is serviced every ninth week.' })
    const id = randomUUID()
    await ask(ben, id, 'When is the red buoy serviced?')
    expect((await read(ben, id)).body.turns[0].answer).toContain('ninth')
    await scratch.app.notes.remove('acme', 'buoy')
    const { body, text } = await read(ben, id)
    expect(body.turns[0]).toMatchObject({ answer: null, sources: [] })
    expect(text).not.toContain('ninth')
  })
})

describe('a follow-up to one that quotes an answer', () => {
  const quoting = 'How much does the crane lift (at seven)?'
  async function threadWithQuote() {
    const id = await threadOfBen()
    await sql`
      update question set trace = trace || ${JSON.stringify({ standaloneQuestion: quoting, quotesAnswers: true })}::jsonb
      where thread_id = ${id} and thread_position = 2`.execute(scratch.database.unrestricted)
    return id
  }

  test('shows admins who can’t see the source none of its words', async () => {
    const id = await threadWithQuote()
    await ask(ben, id, 'What if it is a weekend?')
    const followUp = (await read(ben, id)).body.turns[2]
    expect(followUp.standaloneQuestion).toContain('at seven')
    const { status, body, text } = await scratch.call(ada.key, 'GET', `/v1/answer-traces/${followUp.id}`)
    expect(status).toBe(200)
    expect(body.standaloneQuestion).toBeNull()
    expect(text).not.toContain('at seven')
  })

  test('takes no words of an answer that its asker can’t see any more, however long ago it was given', async () => {
    const id = await threadWithQuote()
    for (let count = 0; count < 5; count++) await ask(ben, id, craneQuestion)
    await crewIs(vera)
    const contexts: Conversation[] = []
    await turns
      .run(
        await scratch.caller(ben),
        { question: 'And?', parentId: undefined, threadId: id },
        undefined,
        async (context) => {
          contexts.push(context)
          throw new Error('not now')
        },
      )
      .catch(() => {})
    await crewIs(ben, vera)
    expect(contexts[0]?.turns).toHaveLength(6)
    expect(JSON.stringify(contexts)).not.toContain('seven')
  })
})

describe('the trace of an admin’s own follow-up that quotes an answer', () => {
  const section = { title: 'Lifting', question: 'How much?', searches: ['lift at seven'], outcome: 'written' }
  const quoting = {
    standaloneQuestion: 'How much does the crane lift (at seven)?',
    quotesAnswers: true,
    searches: ['crane at seven'],
    sections: [section],
  }
  let gil: Person
  beforeAll(async () => {
    gil = await scratch.person('acme', 'gil', { role: 'admin' })
  })
  async function followUpOf(person: Person, trace: object) {
    await crewIs(ben, vera, person)
    const id = randomUUID()
    await ask(person, id, gateQuestion)
    await ask(person, id, craneQuestion)
    const passages = sql`(select jsonb_agg(p) from jsonb_array_elements(trace->'passages') p where p->>'fate' = 'cited')`
    await sql`
      update question set trace = trace || ${JSON.stringify(trace)}::jsonb || jsonb_build_object('passages', ${passages})
      where thread_id = ${id} and thread_position = 2`.execute(scratch.database.unrestricted)
    const [first, second] = (await read(person, id)).body.turns
    return { first, second, readTrace: () => scratch.call(person.key, 'GET', `/v1/answer-traces/${second.id}`) }
  }

  test('shows its words while they can see the sources of the earlier turns', async () => {
    const { readTrace } = await followUpOf(gil, quoting)
    const { quotesAnswers: _, ...shown } = quoting
    expect((await readTrace()).body).toMatchObject({ ...shown, hidden: 0 })
    await crewIs(ben, vera)
    const { status, body, text } = await readTrace()
    expect(status).toBe(200)
    expect(body.standaloneQuestion).toBeNull()
    expect(body).not.toHaveProperty('searches')
    expect(body).not.toHaveProperty('sections')
    expect(text).not.toContain('seven')
  })

  test('shows none of them once an earlier turn is deleted', async () => {
    const { first, readTrace } = await followUpOf(gil, quoting)
    expect((await scratch.call(gil.key, 'DELETE', `/v1/questions/${first.id}`)).status).toBe(204)
    const { status, text } = await readTrace()
    await crewIs(ben, vera)
    expect(status).toBe(200)
    expect(text).not.toContain('seven')
  })

  test('shows the searches of a report only while they can see every passage', async () => {
    const { first, second } = await followUpOf(gil, {})
    await sql`update question set trace = trace || ${JSON.stringify({ sections: [section] })}::jsonb where id = ${first.id}`.execute(
      scratch.database.unrestricted,
    )
    const sectionsOf = async ({ id }: { id: string }) =>
      (await scratch.call(gil.key, 'GET', `/v1/answer-traces/${id}`)).body.sections
    expect(await sectionsOf(first)).toEqual([section])
    await crewIs(ben, vera)
    const { searches: _, ...shown } = section
    expect(await sectionsOf(first)).toEqual([shown])
    expect(await sectionsOf(second)).toBeUndefined()
  })
})

describe('somebody else', () => {
  test('cannot read, continue, rename, share or delete it, not even an admin', async () => {
    const id = await threadOfBen()
    for (const other of [ada, vera]) {
      expect(await read(other, id)).toMatchObject({ status: 404, body: notFound })
      expect(await ask(other, id, craneQuestion)).toMatchObject({ status: 404, body: notFound })
      const rename = await scratch.call(other.key, 'PATCH', `/v1/threads/${id}`, { title: 'Mine' })
      expect(rename).toMatchObject({ status: 404, body: notFound })
      expect(await share(other, id, ['everyone'])).toMatchObject({ status: 404, body: notFound })
      const remove = await scratch.call(other.key, 'DELETE', `/v1/threads/${id}`)
      expect(remove).toMatchObject({ status: 404, body: notFound })
      expect((await list(other)).threads.map((thread) => thread.id)).not.toContain(id)
    }
    expect((await read(ben, id)).body).toMatchObject({ title: gateQuestion, audience: [] })
    expect((await read(ben, id)).body.turns).toHaveLength(2)
  })

  test('of another organization has a thread of their own under the same id', async () => {
    const id = await threadOfBen()
    await share(ben, id, ['everyone'])
    await scratch.organization('other')
    const eve = await scratch.person('other', 'eve', { role: 'admin' })
    expect(await read(eve, id)).toMatchObject({ status: 404, body: notFound })
    await ask(eve, id, craneQuestion)
    expect((await read(eve, id)).body.turns).toHaveLength(1)
    expect((await read(ben, id)).body.turns).toHaveLength(2)
  })
})

describe('a shared conversation', () => {
  test('is open to those who can see every source, and exactly like an unknown one to others', async () => {
    const id = await threadOfBen()
    const unknown = await read(ada, randomUUID())
    expect((await share(ben, id, ['everyone'])).body).toMatchObject({ id, audience: ['everyone'] })
    const opened = await read(vera, id)
    expect(opened.body).toMatchObject({ isOwner: false, askedBy: 'ben', audience: [], title: gateQuestion })
    expect(opened.body.turns.map((turn: { answer: string }) => turn.answer).join()).toMatch(/seven.*forty tonnes/s)
    // Ada cannot see the note about the gate.
    expect(await read(ada, id)).toMatchObject({ status: 404, body: unknown.body })
    expect(await ask(vera, id, craneQuestion)).toMatchObject({ status: 404, body: notFound })
    await crewIs(ben)
    expect(await read(vera, id)).toMatchObject({ status: 404, body: unknown.body })
    await crewIs(ben, vera)
    expect((await read(vera, id)).status).toBe(200)
    await share(ben, id, [])
    expect(await read(vera, id)).toMatchObject({ status: 404, body: unknown.body })
  })

  test('closes for its readers with the next answer that quotes what they cannot see', async () => {
    const id = randomUUID()
    await ask(ben, id, craneQuestion)
    await share(ben, id, ['everyone'])
    expect((await read(ada, id)).status).toBe(200)
    await ask(ben, id, gateQuestion)
    expect(await read(ada, id)).toMatchObject({ status: 404, body: notFound })
    expect((await read(vera, id)).status).toBe(200)
  })

  test('can be for chosen people and groups only', async () => {
    const id = randomUUID()
    await ask(ben, id, craneQuestion)
    const names = await share(ben, id, ['user:ada@acme.test'])
    expect(names.body.audience).toEqual(['user:ada@acme.test'])
    expect((await read(ada, id)).status).toBe(200)
    expect((await read(vera, id)).status).toBe(404)
    await share(ben, id, ['group:Crew'])
    expect((await read(ada, id)).status).toBe(404)
    expect((await read(vera, id)).status).toBe(200)
    await crewIs(ben)
    expect((await read(vera, id)).status).toBe(404)
    await crewIs(ben, vera)
    const nobody = await share(ben, id, ['user:nobody@acme.test'])
    expect(nobody).toMatchObject({ status: 422, body: { id: 'field-validation' } })
    expect((await list(ben)).threads.find((thread) => thread.id === id)?.audience).toEqual(['group:Crew'])
  })

  test('is listed for its readers although many newer ones are closed to them', async () => {
    const shared = async (question: string) => {
      clock = new Date(clock.getTime() + 1000)
      const id = randomUUID()
      await ask(ben, id, question)
      await share(ben, id, ['user:ada@acme.test'])
      return id
    }
    const open = await shared(craneQuestion)
    // Ada cannot see the note about the gate.
    for (let count = 0; count < 20; count++) await shared(gateQuestion)
    const { threads } = (await scratch.call(ada.key, 'GET', '/v1/shared-with-me')).body
    expect(threads.map(({ id }: { id: string }) => id)).toContain(open)
    expect(JSON.stringify(threads)).not.toContain(gateQuestion)
  })

  test('is shared no more with a group or person that was removed, when their id is given again', async () => {
    const id = randomUUID()
    await ask(ben, id, craneQuestion)
    await scratch.app.teams.create({ organizationId: 'acme', id: 'divers', name: 'Divers' })
    const { id: olaf, email } = await scratch.person('acme', 'olaf')
    await share(ben, id, ['group:Divers', `user:${email}`])
    expect((await scratch.call(ada.key, 'DELETE', '/v1/groups/divers')).status).toBe(204)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/members/${olaf}`)).status).toBe(204)
    expect((await list(ben)).threads.find((thread) => thread.id === id)?.audience).toEqual([])

    await scratch.app.teams.create({ organizationId: 'acme', id: 'divers', name: 'Drivers' })
    await scratch.app.teams.setMembers('acme', 'divers', [vera.id])
    await scratch.app.members.create({ organizationId: 'acme', id: olaf, email, name: 'Olaf', role: 'member' })
    const { key } = await scratch.app.apiKeys.create({ organizationId: 'acme', memberId: olaf, name: 'test' })
    for (const person of [vera, { id: olaf, email, key }])
      expect(await read(person, id)).toMatchObject({ status: 404, body: notFound })
    expect((await list(ben)).threads.find((thread) => thread.id === id)?.audience).toEqual([])
  })

  test('keeps ratings, reasons and where its owner asked to the owner', async () => {
    const id = randomUUID()
    await ask(ben, id, craneQuestion, { parentId: 'crane' })
    const [turn] = (await read(ben, id)).body.turns
    await scratch.call(ben.key, 'PUT', `/v1/questions/${turn.id}/rating`, { rating: 'down', reason: 'Too vague.' })
    await share(ben, id, ['everyone'])
    expect((await read(ben, id)).body.turns[0]).toMatchObject({ rating: 'down', parentId: 'crane' })
    const opened = await read(vera, id)
    expect(opened.body.turns[0]).toMatchObject({ rating: null, ratingReason: null, parentId: null })
    expect(opened.text).not.toContain('vague')
  })
})

describe('my conversations', () => {
  test('are listed last asked first, page by page, and found by their titles', async () => {
    const paul = await scratch.person('acme', 'paul')
    const ids: string[] = []
    for (let number = 0; number < 33; number += 1) {
      clock = new Date(clock.getTime() + 1000)
      const id = randomUUID()
      ids.unshift(id)
      await ask(paul, id, `Question number ${number} of many?`)
    }
    const first = await list(paul)
    const second = await list(paul, `?cursor=${first.nextCursor}`)
    expect([...first.threads, ...second.threads].map(({ id }) => id)).toEqual(ids)
    expect(second.nextCursor).toBeNull()
    expect((await list(paul, '?query=number%207%20')).threads).toHaveLength(1)
    clock = new Date(clock.getTime() + 1000)
    await ask(paul, ids[20] as string, craneQuestion)
    expect((await list(paul)).threads[0]?.id).toBe(ids[20])
  })

  test('can be renamed', async () => {
    const id = await threadOfBen()
    const renamed = await scratch.call(ben.key, 'PATCH', `/v1/threads/${id}`, { title: '  Harbour  ' })
    expect(renamed.body).toMatchObject({ id, title: 'Harbour' })
    await ask(ben, id, craneQuestion)
    expect((await read(ben, id)).body.title).toBe('Harbour')
    expect((await scratch.call(ben.key, 'PATCH', `/v1/threads/${id}`, { title: ' ' })).status).toBe(422)
  })

  test('are gone when deleted, with their answers and links; the questions still count', async () => {
    const id = await threadOfBen()
    await share(ben, id, ['everyone'])
    const [turn] = (await read(ben, id)).body.turns
    await scratch.call(ben.key, 'PUT', `/v1/questions/${turn.id}/shared`, { isShared: true })
    const counted = async () => (await scratch.call(ada.key, 'GET', '/v1/insights')).body.totals.questions
    const before = await counted()
    expect((await scratch.call(ben.key, 'DELETE', `/v1/threads/${id}`)).status).toBe(204)
    for (const person of [ben, vera]) expect(await read(person, id)).toMatchObject({ status: 404, body: notFound })
    expect((await scratch.call(ben.key, 'GET', `/v1/shared-answers/${turn.id}`)).status).toBe(404)
    expect((await scratch.call(ben.key, 'DELETE', `/v1/threads/${id}`)).status).toBe(404)
    expect(await counted()).toBe(before)
    const { rows } = await sql`
      select from question where id = ${turn.id} and (answer is not null or sources is not null)`.execute(
      scratch.database.unrestricted,
    )
    expect(rows).toEqual([])
  })

  test('lose a turn that is deleted from the history, and end with the last one', async () => {
    const id = await threadOfBen()
    const [first, second] = (await read(ben, id)).body.turns
    await scratch.call(ben.key, 'DELETE', `/v1/questions/${first.id}`)
    expect((await read(ben, id)).body.turns).toHaveLength(1)
    await scratch.call(ben.key, 'DELETE', `/v1/questions/${second.id}`)
    expect((await read(ben, id)).status).toBe(404)
  })

  describe('hide the reading of a follow-up once an earlier turn is gone', () => {
    /** A thread of Ben's whose second turn is understood with a word of the first answer, which only the crew sees. */
    async function threadWithReading() {
      const id = randomUUID()
      await ask(ben, id, gateQuestion)
      await ask(ben, id, craneQuestion)
      await sql`
        update question set trace = trace || '{"standaloneQuestion": "How much does the crane lift (at seven)?"}'
        where thread_id = ${id} and thread_position = 2`.execute(scratch.database.unrestricted)
      expect((await read(ben, id)).text).toContain('(at seven)')
      return id
    }

    test('deleted from the history', async () => {
      const id = await threadWithReading()
      const [first] = (await read(ben, id)).body.turns
      expect((await scratch.call(ben.key, 'DELETE', `/v1/questions/${first.id}`)).status).toBe(204)
      await share(ben, id, ['everyone'])
      const { status, body, text } = await read(ada, id)
      expect(status).toBe(200)
      expect(body.turns).toMatchObject([{ question: craneQuestion, standaloneQuestion: null }])
      expect(text).not.toContain('seven')
      expect((await scratch.call(ada.key, 'GET', `/v1/answer-traces/${body.turns[0].id}`)).text).not.toContain('seven')
    })

    test('but keep the readings before a deleted turn', async () => {
      const id = await threadWithReading()
      await ask(ben, id, craneQuestion)
      const last = (await read(ben, id)).body.turns[2]
      await scratch.call(ben.key, 'DELETE', `/v1/questions/${last.id}`)
      expect((await read(ben, id)).text).toContain('(at seven)')
    })

    test('deleted while the follow-up is answered', async () => {
      const id = randomUUID()
      await ask(ben, id, craneQuestion)
      const [first] = (await read(ben, id)).body.turns
      const caller = await scratch.caller(ben)
      const request = { question: 'And how much does it lift?', parentId: undefined, threadId: id }
      const understood: string[] = []
      await turns.run(caller, request, undefined, async (conversation) => {
        expect((await scratch.call(ben.key, 'DELETE', `/v1/questions/${first.id}`)).status).toBe(204)
        const onStandaloneQuestion = (text: string) => understood.push(text)
        await scratch.app.answering.ask(caller, request, { onStandaloneQuestion }, conversation)
      })
      expect(understood).toHaveLength(1)
      expect((await read(ben, id)).body.turns).toMatchObject([{ state: 'done', standaloneQuestion: null }])
    })

    test('replaced while the follow-up was answered', async () => {
      const id = await threadWithReading()
      const [first] = (await read(ben, id)).body.turns
      const caller = await scratch.caller(ben)
      const request = { question: craneQuestion, parentId: undefined, threadId: id, replaceTurnId: first.id }
      await turns.run(caller, request, undefined, async (conversation) => {
        await sql`update question set thread_position = 9 where thread_id = ${id} and thread_position = 2`.execute(
          scratch.database.unrestricted,
        )
        await scratch.app.answering.ask(caller, request, {}, conversation)
      })
      expect((await read(ben, id)).body.turns).toMatchObject([
        {},
        { question: craneQuestion, standaloneQuestion: null },
      ])
    })
  })

  test('go with the member', async () => {
    const gus = await scratch.person('acme', 'gus')
    const id = randomUUID()
    await ask(gus, id, craneQuestion)
    await share(gus, id, ['everyone'])
    expect((await read(vera, id)).status).toBe(200)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/members/${gus.id}`)).status).toBe(204)
    expect(await read(vera, id)).toMatchObject({ status: 404, body: notFound })
    const { rows } = await sql`
      select from thread where id = ${id} union all select from question where thread_id = ${id}`.execute(
      scratch.database.unrestricted,
    )
    expect(rows).toEqual([])
  })

  test('stay beyond 90 days, when other questions and what admins see of them are gone', async () => {
    const id = await threadOfBen()
    const [turn] = (await read(ben, id)).body.turns
    const outside = 'Asked outside of any conversation?'
    await (await createBrowserCall(scratch, 'acme', ben, clock))('POST', '/v1/ask', { question: outside })
    const stored = async () =>
      (await sql`select from question where question = ${outside}`.execute(scratch.database.unrestricted)).rows.length
    expect(await stored()).toBe(1)
    expect((await scratch.call(ada.key, 'GET', `/v1/answer-traces/${turn.id}`)).status).toBe(200)
    clock = new Date(clock.getTime() + 91 * 86_400_000)
    await ask(ben, randomUUID(), craneQuestion)
    const { retentionJob } = createBackgroundServices({ database: scratch.database, now: () => clock })
    await retentionJob.run()
    await retentionJob.run()
    expect(await stored()).toBe(0)
    expect((await read(ben, id)).body.turns[0].answer).toContain('seven')
    expect((await scratch.call(ada.key, 'GET', `/v1/answer-traces/${turn.id}`)).status).toBe(404)
    expect(JSON.stringify((await scratch.call(ada.key, 'GET', '/v1/answer-traces')).body)).not.toContain(turn.id)
  })
})

test('the reading role sees no conversations', async () => {
  await threadOfBen()
  const caller = await scratch.caller(ben)
  for (const table of ['thread', 'unanswered_turn'])
    await expect(
      scratch.database.readAs(caller, (store) => sql`select * from ${sql.table(table)}`.execute(store)),
    ).rejects.toThrow(/permission denied/)
})
