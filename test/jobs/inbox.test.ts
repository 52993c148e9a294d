import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type CallbackReceiver, receiverBehaviors, startCallbackReceiver } from '../support/callback-receiver.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let service: TestApp
let receiver: CallbackReceiver
let at = new Date('2026-11-03T12:00:00Z')
let ada: Person
let bob: Person

// Mondays at nine in Berlin: eight o'clock UTC in winter.
const mondays = { days: [1], hour: 9, timeZone: 'Europe/Berlin' }
const first = '2026-11-09T08:00:00Z'
const second = '2026-11-16T08:00:00Z'

let org: string

beforeAll(async () => {
  receiver = await startCallbackReceiver()
  service = await createTestApp({ now: () => at, config: { callbackAllow: [...receiver.allowedHosts] } })
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})
beforeEach(async () => {
  at = new Date('2026-11-03T12:00:00Z')
  await sql`truncate job`.execute(service.database.unrestricted)
  org = await service.newOrganization()
  ada = await service.person(org, 'ada', { role: 'admin', groups: ['Core'] })
  bob = await service.person(org, 'bob')
  await service.assistant(org, 'helper', { schedule: mondays })
})

const subscribe = (person: Person, body: object = {}) =>
  service.call(person.key, 'PUT', '/v1/assistants/helper/subscription', body)
const inboxOf = async (person: Person) => (await service.call(person.key, 'GET', '/v1/inbox')).body
const note = (fields: Parameters<TestApp['note']>[1]) => service.note(org, { updatedAt: at, ...fields })

async function readFirst(person: Person): Promise<string> {
  const [entry] = (await inboxOf(person)).digests
  return (await service.call(person.key, 'GET', `/v1/inbox/${entry.id}`)).body.digest
}

/** A tick enqueues the digest, that the deliveries, those the webhooks: each is due at once. */
async function runAt(time: string): Promise<void> {
  at = new Date(time)
  await service.app.jobs.drain()
}

describe('a schedule of digests', () => {
  test('tells what is new although the last digest is dated in the future, from a clock that was wrong', async () => {
    await subscribe(bob)
    await runAt('2031-01-06T09:00:00Z')
    expect((await inboxOf(bob)).digests).toHaveLength(1)
    at = new Date('2026-11-12T12:00:00Z')
    await note({ id: 'open', title: 'Open', content: 'Everybody may read this page.' })
    await service.app.schedules.correctTimes()
    await runAt(second)
    const { digests } = await inboxOf(bob)
    const latest = digests.find(({ scheduledFor }: { scheduledFor: string }) => scheduledFor.startsWith('2026-11-16'))
    expect((await service.call(bob.key, 'GET', `/v1/inbox/${latest.id}`)).body.digest).toContain('Everybody may read')
  })

  test('delivers to those who subscribed, at its time, each what they may see', async () => {
    await subscribe(ada)
    await subscribe(bob)
    await note({ id: 'open', title: 'Open', content: 'Everybody may read this page.' })
    await note({ id: 'core', title: 'Core', content: 'The core alone reads this.', audience: ['group:Core'] })
    await runAt('2026-11-09T07:59:00Z')
    expect((await inboxOf(ada)).digests).toEqual([])
    await runAt(first)
    expect(await inboxOf(ada)).toEqual({
      digests: [
        {
          id: expect.any(String),
          assistantId: 'helper',
          assistantName: 'helper',
          scheduledFor: '2026-11-09T08:00:00.000Z',
          deliveredAt: '2026-11-09T08:00:00.000Z',
          readAt: null,
        },
      ],
      unreadCount: 1,
      hasNextPage: false,
      nextCursor: null,
    })
    expect(await readFirst(ada)).toContain('**Core** (new): The core alone reads this.')
    expect(await readFirst(bob)).toBe(
      '## Other\n- **Open** (new): Everybody may read this page. [1]\n\n[1]: <https://notes.test/open>',
    )
  })

  test('tells from where the last one ended: nothing twice, nothing left out', async () => {
    await subscribe(bob)
    await note({ id: 'one', title: 'One', content: 'The first page is here.' })
    await runAt(first)
    at = new Date('2026-11-09T08:30:00Z')
    await note({ id: 'two', title: 'Two', content: 'The second page is here.' })
    await runAt(second)
    const told = await readFirst(bob)
    expect(told).toContain('**Two**')
    expect(told).not.toContain('**One**')
  })

  test('says that nothing is new without asking for attention', async () => {
    await subscribe(bob)
    await runAt(first)
    expect(await inboxOf(bob)).toMatchObject({
      unreadCount: 0,
      digests: [{ readAt: first.replace('Z', '.000Z') }],
    })
    expect(await readFirst(bob)).toBe('Nothing new in the last 7 days.')
  })

  test('follows a change of the assistant and ends with it; who left, or lost sight of it, gets nothing', async () => {
    await subscribe(ada)
    await subscribe(bob)
    const change = (body: object) => service.call(ada.key, 'PATCH', '/v1/assistants/helper', body)
    expect((await change({ digestSchedule: { ...mondays, hour: 10 } })).body.digestSchedule.hour).toBe(10)
    await runAt(first)
    expect((await inboxOf(ada)).digests).toEqual([])
    await change({ audience: ['group:Core'] })
    await runAt('2026-11-09T09:00:00Z')
    expect((await inboxOf(ada)).digests).toHaveLength(1)
    expect((await inboxOf(bob)).digests).toHaveLength(0)
    await service.call(ada.key, 'DELETE', '/v1/assistants/helper/subscription')
    await runAt('2026-11-16T09:00:00Z')
    await subscribe(ada)
    await change({ digestSchedule: null })
    await runAt('2026-11-23T09:00:00Z')
    expect((await inboxOf(ada)).digests).toHaveLength(1)
    await change({ digestSchedule: mondays })
    await service.call(ada.key, 'DELETE', '/v1/assistants/helper')
    await runAt('2026-11-30T08:00:00Z')
    expect((await inboxOf(ada)).digests).toHaveLength(1)
  })

  test('refuses times that there are not', async () => {
    for (const bad of [{ hour: 24 }, { days: [] }, { days: [8] }, { days: [1, 1] }, { timeZone: 'Mars/Olympus' }]) {
      const body = { digestSchedule: { ...mondays, ...bad } }
      expect((await service.call(ada.key, 'PATCH', '/v1/assistants/helper', body)).status).toBe(422)
    }
  })
})

describe('an inbox', () => {
  beforeEach(async () => {
    await subscribe(bob)
    await note({ id: 'top', title: 'Chapter', content: 'The chapter begins here today.' })
    await note({ id: 'a', parent: 'top', title: 'Kept', content: 'This page stays as it is.' })
    await note({ id: 'b', parent: 'top', title: 'Closed', content: 'The vault code is xylophone today.' })
    await note({ id: 'c', parent: 'top', title: 'Gone', content: 'The trumpet plays at dawn today.' })
    await runAt(first)
  })

  test('shows a digest again, less what the reader may not see any more, and what is gone', async () => {
    expect(await readFirst(bob)).toContain('xylophone')
    expect(await readFirst(bob)).toContain('trumpet')
    await service.call(ada.key, 'PUT', '/v1/notes/b/audience', { audience: ['group:Core'] })
    await service.call(ada.key, 'DELETE', '/v1/notes/c')
    const again = await readFirst(bob)
    expect(again).toContain('**Kept**')
    expect(again).not.toMatch(/xylophone|trumpet|Closed|Gone/)
    await service.call(ada.key, 'PUT', '/v1/notes/b/audience', { audience: null })
    await service.call(ada.key, 'PUT', '/v1/notes/top/audience', { audience: ['group:Core'] })
    expect(await readFirst(bob)).toBe('Nothing new in the last 7 days.')
  })

  test('a topic that was closed to the reader is not named any more', async () => {
    await service.call(ada.key, 'PUT', '/v1/notes/a/audience', { audience: ['everyone'] })
    await service.call(ada.key, 'PUT', '/v1/notes/top/audience', { audience: ['group:Core'] })
    const again = await readFirst(bob)
    expect(again).toContain('**Kept**')
    expect(again).not.toContain('Chapter')
  })

  test('is marked as read and as unread, and belongs to its owner alone', async () => {
    const [entry] = (await inboxOf(bob)).digests
    const mark = (person: Person, read: unknown) =>
      service.call(person.key, 'PUT', `/v1/inbox/${entry.id}/read`, { read })
    expect((await mark(bob, true)).body.readAt).toBe('2026-11-09T08:00:00.000Z')
    expect((await inboxOf(bob)).unreadCount).toBe(0)
    expect((await mark(bob, false)).body.readAt).toBe(null)
    expect((await mark(bob, 'x')).status).toBe(422)
    expect((await mark(ada, true)).status).toBe(404)
    expect((await service.call(ada.key, 'GET', `/v1/inbox/${entry.id}`)).status).toBe(404)
    expect((await inboxOf(ada)).digests).toEqual([])
  })
})

describe('a webhook for digests', () => {
  test('gets the signed digest once', async () => {
    expect((await subscribe(bob, { webhookUrl: receiver.url })).body).toEqual({
      webhookUrl: receiver.url,
      byEmail: false,
    })
    await note({ id: 'one', title: 'One', content: 'The first page is here.' })
    await runAt(first)
    await runAt(second)
    const [message] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(message?.headers['webhook-id']).toMatch(/^msg_/)
    expect(message?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type: 'digest.delivered',
      timestamp: '2026-11-09T08:00:00.000Z',
      data: {
        id: expect.any(String),
        assistantId: 'helper',
        assistantName: 'helper',
        scheduledFor: '2026-11-09T08:00:00.000Z',
        digest: expect.stringContaining('The first page is here.'),
      },
    })
  })

  test.each([
    ['', async () => {}],
    [
      ', also by a job of an earlier version, which does not name its content',
      () =>
        sql`update job set payload = payload - 'content' where kind = 'callback'`.execute(
          service.database.unrestricted,
        ),
    ],
  ])('gets later what the subscriber can still see then, and nothing once they unsubscribed%s', async (_, change) => {
    await subscribe(bob, { webhookUrl: receiver.url })
    await note({ id: 'one', title: 'One', content: 'The first page is here.' })
    await note({ id: 'two', title: 'Two', content: 'The second page is here.' })
    receiver.received.length = 0
    receiver.setBehavior(receiverBehaviors.fails)
    await runAt(first)
    expect(receiver.received.at(-1)?.body).toContain('The first page is here.')
    await change()
    await note({ id: 'one', title: 'One', content: 'The first page is here.', audience: ['group:Core'] })
    await runAt('2026-11-09T08:01:00Z')
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received.at(-1)?.body).toContain('The second page is here.')
    expect(receiver.received.at(-1)?.body).not.toContain('first page')
    await service.call(bob.key, 'DELETE', '/v1/assistants/helper/subscription')
    receiver.setBehavior(receiverBehaviors.accepts)
    await runAt('2026-11-09T08:30:00Z')
    expect(receiver.received).toHaveLength(2)
  })

  test('must be a public address', async () => {
    for (const webhookUrl of ['http://169.254.169.254/x', 'http://10.0.0.1/', 'ftp://example.com', 'http://0x7f.1/']) {
      const refused = await subscribe(bob, { webhookUrl })
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([422, ['webhookUrl']])
    }
    const unknown = await service.call(bob.key, 'PUT', '/v1/assistants/nope/subscription', {})
    expect([unknown.status, unknown.body.id]).toEqual([404, 'assistant-not-found'])
  })
})

describe('several processes', () => {
  async function otherNode(database = service.database) {
    return createApp({
      config: readConfig({}),
      database,
      embedder: undefined,
      log: pino({ level: 'silent' }),
      now: () => at,
    })
  }

  test('deliver each digest to each member once', async () => {
    const people = [ada, bob]
    for (let count = 0; count < 6; count++) people.push(await service.person(org, `p${count}`))
    for (const person of people) await subscribe(person)
    await note({ title: 'One', content: 'The first page is here.' })
    const store = service.database.engine === 'postgres' ? await openDatabase(service.settings) : service.database
    const node = await otherNode(store)
    for (const time of [first, second]) {
      at = new Date(time)
      for (let round = 0; round < 3; round++) await Promise.all([service.app.jobs.drain(), node.jobs.drain()])
    }
    for (const person of people)
      expect((await inboxOf(person)).digests.map((entry: { scheduledFor: string }) => entry.scheduledFor)).toEqual([
        '2026-11-16T08:00:00.000Z',
        '2026-11-09T08:00:00.000Z',
      ])
    await node.close()
    if (store !== service.database) await store.close()
  })

  test('one that ends in the middle leaves the rest to the next, and nothing arrives twice', async () => {
    const people = [ada, bob]
    for (let count = 0; count < 4; count++) people.push(await service.person(org, `p${count}`))
    for (const person of people) await subscribe(person)
    await note({ title: 'One', content: 'The first page is here.' })
    at = new Date(first)
    // Ends as a crash does: after two deliveries, holding what it had taken and having noted nothing as done.
    const dying = await otherNode()
    let delivered = 0
    const compose = dying.digests.compose
    dying.digests.compose = async (...given) => {
      if (delivered === 2) throw new Error('killed')
      delivered += 1
      return compose(...given)
    }
    await dying.jobs.drain()
    await dying.close()
    await sql`
      update job set state = 'running', lease = 'of/nobody', due_at = ${at}
      where kind in ('digest', 'digest-delivery') and payload <> '{}'`.execute(service.database.unrestricted)
    await runAt('2026-11-09T08:20:00Z')
    for (const person of people) expect((await inboxOf(person)).digests).toHaveLength(1)
    expect(await readFirst(bob)).toContain('The first page is here.')
  })
})
