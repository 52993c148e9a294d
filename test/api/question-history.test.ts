import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExampleQuestions } from '../../src/insights/example-questions.ts'
import { createBackgroundServices } from '../support/background-services.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { type BrowserCall, createBrowserCall } from './browser-session.ts'

let scratch: TestApp
let clock = new Date('2026-11-15T10:00:00Z')
let ada: Person
let ben: Person
let asAda: BrowserCall
let asBen: BrowserCall
let asVera: BrowserCall

const question = 'When does the blue harbour gate open?'

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  ben = await scratch.person('acme', 'ben', { groups: ['Crew'] })
  const vera = await scratch.person('acme', 'vera')
  asAda = await createBrowserCall(scratch, 'acme', ada)
  asBen = await createBrowserCall(scratch, 'acme', ben)
  asVera = await createBrowserCall(scratch, 'acme', vera)
  await scratch.note('acme', { id: 'top', title: 'Harbour', content: 'About the harbour.' })
  await scratch.note('acme', {
    id: 'gate',
    parent: 'top',
    title: 'Gates',
    content: 'The blue harbour gate opens at seven in the morning.',
    audience: ['group:Crew'],
  })
})
afterAll(() => scratch.close())

async function askAndReadRecord(browser: BrowserCall, text = question) {
  const answer = await browser('POST', '/v1/ask', { question: text })
  expect(answer.status).toBe(200)
  const { questions } = (await browser('GET', '/v1/questions')).body
  return { answer: answer.body, record: questions[0] }
}

describe('my own questions', () => {
  test('what the app asks is in the history when the answer returns, with where its sources stand', async () => {
    const { answer, record } = await askAndReadRecord(asBen)
    expect(answer.sources).toHaveLength(1)
    expect(record).toMatchObject({ question, outcome: 'answered', answer: answer.answer, rating: null })
    expect(record.sources[0]).toMatchObject({ id: 'gate', kind: 'note', path: ['Harbour'], title: 'Gates' })
    const read = await asBen('GET', `/v1/documents/${record.sources[0].documentId}`)
    expect(read.body.passages[0].text).toContain('opens at seven')
  })

  test('nobody else has it, not even an admin', async () => {
    const { record } = await askAndReadRecord(asBen)
    for (const other of [asAda, asVera]) {
      expect((await other('GET', '/v1/questions')).body.questions).toEqual([])
      expect((await other('GET', `/v1/questions/${record.id}`)).status).toBe(404)
      expect((await other('PUT', `/v1/questions/${record.id}/rating`, { rating: 'up' })).status).toBe(404)
      expect((await other('DELETE', `/v1/questions/${record.id}`)).status).toBe(404)
      expect((await other('GET', `/v1/documents/${record.sources[0].documentId}`)).status).toBe(404)
    }
  })

  test('a question through the API is counted, and not kept in the history', async () => {
    const before = (await asBen('GET', '/v1/questions')).body.questions.length
    await scratch.call(ben.key, 'POST', '/v1/ask', { question: 'Asked by a program about the harbour gate?' })
    expect((await asBen('GET', '/v1/questions')).body.questions).toHaveLength(before)
    // What waits is stored along with the next question of the app.
    await askAndReadRecord(asBen)
    const { rows } = await sql<{ answer: string | null; sources: unknown; channel: string }>`
      select answer, sources, channel from question where question like 'Asked by a program%'`.execute(
      scratch.database.unrestricted,
    )
    expect(rows).toEqual([{ answer: null, sources: null, channel: 'api' }])
  })

  test('an answer is withheld once a source of it is not shared any more, and is back when it is', async () => {
    const { record } = await askAndReadRecord(asBen)
    const team = await scratch.app.teams.findByName('acme', 'Crew')
    await scratch.app.teams.setMembers('acme', team?.id ?? '', [])
    const withheld = (await asBen('GET', `/v1/questions/${record.id}`)).body
    expect(withheld).toMatchObject({ question, answer: null, sources: [] })
    await scratch.app.teams.setMembers('acme', team?.id ?? '', [ben.id])
    expect((await asBen('GET', `/v1/questions/${record.id}`)).body.answer).toContain('seven')
  })

  test('a rating is kept with its reason and can be taken back', async () => {
    const { record } = await askAndReadRecord(asBen)
    const down = await asBen('PUT', `/v1/questions/${record.id}/rating`, { rating: 'down', reason: ' Old. ' })
    expect(down.body).toMatchObject({ rating: 'down', ratingReason: 'Old.' })
    const none = await asBen('PUT', `/v1/questions/${record.id}/rating`, { rating: null })
    expect(none.body).toMatchObject({ rating: null, ratingReason: null })
    expect((await asBen('PUT', `/v1/questions/${record.id}/rating`, { rating: 'fine' })).status).toBe(422)
  })

  test('pages follow one another without loss, and words narrow them', async () => {
    for (let number = 0; number < 35; number += 1)
      await asVera('POST', '/v1/ask', { question: `Question number ${number} of many?` })
    const first = (await asVera('GET', '/v1/questions')).body
    const second = (await asVera('GET', `/v1/questions?cursor=${first.nextCursor}`)).body
    const all = [...first.questions, ...second.questions].map((one) => one.question)
    expect(new Set(all).size).toBe(35)
    expect(second.nextCursor).toBeNull()
    expect((await asVera('GET', '/v1/questions?query=number%207%20')).body.questions).toHaveLength(1)
    expect((await asVera('GET', '/v1/questions?query=%25')).body.questions).toHaveLength(0)
    expect((await asVera('GET', '/v1/questions?cursor=nonsense')).status).toBe(422)
  })

  test('a deleted question is gone with its link, and still counts', async () => {
    const { record } = await askAndReadRecord(asBen)
    await asBen('PUT', `/v1/questions/${record.id}/shared`, { isShared: true })
    const before = (await asAda('GET', '/v1/insights')).body.totals.questions
    expect((await asBen('DELETE', `/v1/questions/${record.id}`)).status).toBe(204)
    expect((await asBen('GET', `/v1/questions/${record.id}`)).status).toBe(404)
    expect((await asBen('GET', `/v1/shared-answers/${record.id}`)).status).toBe(404)
    expect((await asAda('GET', '/v1/insights')).body.totals.questions).toBe(before)
  })
})

describe('shared answers', () => {
  test('open only for who may see every source, and only while shared', async () => {
    const { record } = await askAndReadRecord(asBen)
    const path = `/v1/shared-answers/${record.id}`
    expect((await asBen('GET', path)).status).toBe(404)
    await asBen('PUT', `/v1/questions/${record.id}/shared`, { isShared: true })
    expect((await asVera('GET', path)).status).toBe(404)
    expect((await asAda('GET', path)).status).toBe(404)
    const team = await scratch.app.teams.findByName('acme', 'Crew')
    await scratch.app.teams.setMembers('acme', team?.id ?? '', [ben.id, ada.id])
    const opened = await asAda('GET', path)
    expect(opened.body).toMatchObject({ question, askedBy: 'ben' })
    expect(opened.body.answer).toContain('seven')
    await scratch.app.teams.setMembers('acme', team?.id ?? '', [ben.id])
    expect((await asAda('GET', path)).status).toBe(404)
    await asBen('PUT', `/v1/questions/${record.id}/shared`, { isShared: false })
    expect((await asBen('GET', path)).status).toBe(404)
  })

  test('do not exist for people of another organization', async () => {
    await scratch.organization('other')
    const eve = await scratch.person('other', 'eve', { role: 'admin' })
    const asEve = await createBrowserCall(scratch, 'other', eve)
    const { record } = await askAndReadRecord(asBen)
    await asBen('PUT', `/v1/questions/${record.id}/shared`, { isShared: true })
    expect((await asEve('GET', `/v1/shared-answers/${record.id}`)).status).toBe(404)
    expect((await asEve('GET', '/v1/insights')).body.totals.questions).toBe(0)
  })
})

describe('insights', () => {
  const later = () => {
    clock = new Date(clock.getTime() + 1000)
  }

  test('an admin reads what was asked, and of the sources only what they may see', async () => {
    const { body } = await asAda('GET', '/v1/insights?days=7')
    expect(body.days).toHaveLength(7)
    expect(body.days.at(-1)).toMatchObject({ date: '2026-11-15' })
    expect(body.totals.answered).toBeGreaterThan(0)
    // The 35 of the next line, and the one that the program asked: the notes know nothing of programs.
    expect(body.totals.refused).toBe(36)
    expect(body.unanswered[0].count).toBe(35)
    expect(JSON.stringify(body.sources)).not.toContain('Gates')
    expect(JSON.stringify(body)).not.toContain('seven')
    expect((await asBen('GET', '/v1/insights')).status).toBe(403)
  })

  test('gaps leave out greetings and keyboard mashing, and name nobody', async () => {
    const before = (await asAda('GET', '/v1/insights')).body
    for (const text of ['Hi', 'Asdfgh', 'Where do the quokkas sleep?']) {
      later()
      await askAndReadRecord(asBen, text)
    }
    const { body, text } = await asAda('GET', '/v1/insights')
    const questions = body.unanswered.flatMap((topic: { questions: { text: string }[] }) =>
      topic.questions.map((asked) => asked.text),
    )
    expect(questions).toContain('Where do the quokkas sleep?')
    expect(questions).not.toContain('Hi')
    expect(questions).not.toContain('Asdfgh')
    expect(body.ignoredQuestions - before.ignoredQuestions).toBe(2)
    expect(body.totals.refused - before.totals.refused).toBe(3)
    for (const { id, email } of [ada, ben]) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
    }
  })

  test('an admin reads how an answer came about, without the passages that they may not see', async () => {
    later()
    const { record } = await askAndReadRecord(asBen)
    const listed = (await asAda('GET', '/v1/answer-traces')).body
    expect(listed.answers[0]).toMatchObject({ id: record.id, question, mode: 'quoted', channel: 'app' })
    const { status, body, text } = await asAda('GET', `/v1/answer-traces/${record.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'answered', mode: 'quoted', model: null, reason: null, found: 2 })
    expect(body.hidden).toBe(1)
    expect(body.passages.map((one: { title: string }) => one.title)).toEqual(['Harbour'])
    expect(body.passages[0]).toMatchObject({ rank: 2, fate: 'read', text: 'About the harbour.' })
    expect(text).not.toMatch(/Gates|seven/)
    expect(text).not.toContain(ben.id)
    expect(text).not.toContain(ben.email)
    for (const other of [asBen, asVera]) {
      expect((await other('GET', '/v1/answer-traces')).status).toBe(403)
      expect((await other('GET', `/v1/answer-traces/${record.id}`)).status).toBe(403)
    }
    const { rows } = await sql`select from audit_event where action = 'readAnswerTrace' and outcome = 'done'`.execute(
      scratch.database.unrestricted,
    )
    expect(rows).toHaveLength(1)
    await asBen('DELETE', `/v1/questions/${record.id}`)
    expect((await asAda('GET', `/v1/answer-traces/${record.id}`)).status).toBe(404)
    expect(JSON.stringify((await asAda('GET', '/v1/answer-traces')).body)).not.toContain(record.id)
  })

  test('a trace tells what was cited, and why nothing was', async () => {
    await scratch.note('acme', {
      id: 'crane',
      title: 'Crane',
      content: 'The yellow crane lifts forty tonnes.',
    })
    const traceOf = async (text: string) => {
      later()
      const { record } = await askAndReadRecord(asAda, text)
      return (await asAda('GET', `/v1/answer-traces/${record.id}`)).body
    }
    const cited = await traceOf('How much does the yellow crane lift?')
    expect(cited.passages[0]).toMatchObject({ id: 'crane', rank: 1, fate: 'cited', kind: 'note' })
    expect(cited.totalMs).toBeGreaterThanOrEqual(cited.retrievalMs)
    expect(await traceOf('Zymurgy?')).toMatchObject({
      mode: 'refused',
      reason: 'nothing-found',
      passages: [],
    })
    expect(await traceOf('Who painted the crane in Rotterdam in 1987 for Queen Beatrix?')).toMatchObject({
      mode: 'refused',
      reason: 'too-little',
    })
    await scratch.call(ada.key, 'DELETE', '/v1/notes/crane')
  })

  test('a note that is old or flagged is told to who may see it', async () => {
    await scratch.note('acme', { id: 'flagged', title: 'Flagged page', content: 'Text.' })
    const flag = await asAda('PUT', '/v1/notes/flagged/flag-as-outdated', { reason: 'The rota changed.' })
    expect(flag.status).toBe(200)
    const { body } = await asAda('GET', '/v1/insights')
    expect(body.stale).toEqual([expect.objectContaining({ id: 'flagged', reason: 'The rota changed.' })])
  })
})

test('notes that say the same with other figures are told to an admin who may see both', async () => {
  const text = (hour: number) => `The green lighthouse lamp is switched off at ${hour} in the morning.`
  const updatedAt = new Date('2026-11-10T09:00:00Z')
  await scratch.note('acme', { id: 'lamp', title: 'Lamp', content: text(6) })
  await scratch.note('acme', { id: 'lamp-new', title: 'New lamp', content: text(5), updatedAt })
  await scratch.note('acme', { id: 'lamp-ben', content: text(4), audience: ['user:ben@acme.test'] })
  const contradicting = async () => (await asAda('GET', '/v1/insights')).body.contradicting
  expect(await contradicting()).toEqual([
    [
      { id: 'lamp-new', title: 'New lamp', updatedAt: updatedAt.toISOString(), says: text(5) },
      { id: 'lamp', title: 'Lamp', updatedAt: expect.any(String), says: text(6) },
    ],
  ])
  for (const id of ['lamp', 'lamp-new', 'lamp-ben']) await scratch.app.notes.remove('acme', id)
  expect(await contradicting()).toEqual([])
})

describe('the note tree', () => {
  test('shows each person their own, and what has a hidden parent at the top', async () => {
    await scratch.note('acme', { id: 'secret', title: 'Secret', audience: ['user:ada@acme.test'] })
    await scratch.note('acme', { id: 'open', parent: 'secret', title: 'Open', audience: ['everyone'] })
    const titles = async (browser: BrowserCall, query = '') =>
      (await browser('GET', `/v1/note-branches${query}`)).body.notes.map(
        (note: { title: string; childCount: number }) => `${note.title} ${note.childCount}`,
      )
    expect(await titles(asVera)).toEqual(['Flagged page 0', 'Harbour 0', 'Open 0'])
    expect(await titles(asBen)).toContain('Harbour 1')
    expect(await titles(asAda)).toContain('Secret 1')
    expect(await titles(asAda, '?parentId=secret')).toEqual(['Open 0'])
    expect(await titles(asVera, '?parentId=secret')).toEqual([])
  })
})

test('an example question goes with the note that it was made of, although examples are kept a while', async () => {
  await scratch.note('acme', {
    id: 'tower',
    title: 'Tower',
    content: 'The lantern of the white tower is lit by the night warden at sunset.',
    updatedAt: new Date('2026-11-14T09:00:00Z'),
  })
  const examples = async () => (await asBen('GET', '/v1/questions/examples')).body.questions.join('\n')
  expect(await examples()).toMatch(/tower/i)
  expect(await examples()).toMatch(/tower/i)
  expect((await asAda('DELETE', '/v1/notes/tower')).status).toBe(204)
  expect(await examples()).not.toMatch(/tower/i)
})

test('every example question is answered for the person who sees it, and checking them leaves no trace', async () => {
  // Examples of before are kept for ten minutes.
  clock = new Date(clock.getTime() + 11 * 60_000)
  await scratch.note('acme', {
    id: 'crane',
    title: 'Crane',
    content: 'The yellow harbour crane costs 900 euros a day.',
  })
  const vault = { id: 'vault', title: 'Vault', content: 'The northern vault door opens at six.' }
  await scratch.note('acme', { ...vault, audience: ['user:ada@acme.test'] })
  const count = () => sql`select from question`.execute(scratch.database.unrestricted).then(({ rows }) => rows.length)
  const logged = await count()
  const read = async (browser: BrowserCall) => (await browser('GET', '/v1/questions/examples')).body
  const [adas, bens] = [await read(asAda), await read(asBen)]
  expect(await count()).toBe(logged)
  expect(bens).toMatchObject({ hasDocuments: true })
  expect(bens.questions).toContain('How much does the yellow harbour crane cost?')
  expect(bens.questions.join()).not.toMatch(/vault/i)
  expect(adas.questions).toContain('When does the northern vault door open?')
  for (const question of bens.questions)
    expect((await scratch.call(ben.key, 'POST', '/v1/ask', { question })).body.sources).not.toEqual([])
  await asAda('DELETE', '/v1/notes/crane')
  expect((await read(asBen)).questions.join()).not.toContain('crane')
})

test('a question that is not answered from its own note is no example, and none is asked while people ask', async () => {
  await scratch.note('acme', { id: 'winch', title: 'Winch', content: 'The green harbour winch costs 70 euros a day.' })
  const asked: string[] = []
  const caller = await scratch.caller(ben)
  const examplesWith = (sourceIds: string[], isBusy = false) =>
    createExampleQuestions({
      database: scratch.database,
      ask: async (_, { question }) => {
        asked.push(question)
        return { answer: '', sources: sourceIds.map((id) => ({ id, title: '', url: '', updatedAt: '' })) }
      },
      priority: { runIdle: async (work) => (isBusy ? undefined : work(new AbortController().signal)) },
      now: () => clock,
    })
  const winch = 'How much does the green harbour winch cost?'
  expect(await examplesWith([]).list(caller)).toEqual({ questions: [], hasDocuments: true })
  expect(asked).toContain(winch)
  expect(asked.length).toBeLessThanOrEqual(12)
  expect(await examplesWith(['another']).list(caller)).toMatchObject({ questions: [] })

  asked.length = 0
  const examples = examplesWith(['winch'])
  expect(await examples.list(caller)).toMatchObject({ questions: [winch] })
  const askedOnce = asked.length
  expect(await examples.list(caller)).toMatchObject({ questions: [winch] })
  expect(asked.length).toBe(askedOnce)
  expect(await examplesWith(['winch'], true).list(caller)).toMatchObject({ questions: [] })
  expect(asked.length).toBe(askedOnce)
  await asAda('DELETE', '/v1/notes/winch')
})

test('after 90 days a question is forgotten', async () => {
  clock = new Date('2027-03-01T10:00:00Z')
  await askAndReadRecord(await createBrowserCall(scratch, 'acme', ben, clock), 'Something new?')
  const { retentionJob } = createBackgroundServices({ database: scratch.database, now: () => clock })
  await retentionJob.run()
  await retentionJob.run()
  const { rows } = await sql<{ count: number }>`select count(*) as count from question`.execute(
    scratch.database.unrestricted,
  )
  expect(rows[0]?.count).toBe(1)
})
