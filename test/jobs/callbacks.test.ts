import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '../../src/access/caller.ts'
import type { AnswerPipeline } from '../../src/answer/answer-pipeline.ts'
import { deleteExpiredRecords } from '../../src/identity/expired-records.ts'
import { hashSecret } from '../../src/identity/secrets.ts'
import { listCallbackDeliveries } from '../../src/webhooks/callback-log.ts'
import { callbackRetryDelaysMs, callbackRetryJitter } from '../../src/webhooks/callbacks.ts'
import {
  addMember,
  type BackgroundServices,
  buildAskRequest,
  createBackgroundServices,
  loadCaller,
} from '../support/background-services.ts'
import { type CallbackReceiver, receiverBehaviors, startCallbackReceiver } from '../support/callback-receiver.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
let receiver: CallbackReceiver
let caller: Caller
let at: Date
let organizations = 0

const hour = 3600_000

beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterAll(() => scratch.close())

beforeEach(async () => {
  receiver = await startCallbackReceiver()
  // The library that verifies signatures compares their time with the clock of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00Z') })
  at = new Date()
  organizations += 1
  await sql`truncate job`.execute(scratch.database.unrestricted)
  await addMember(scratch.database, `org-${organizations}`, 'ada')
  caller = await loadCaller(scratch.database, `org-${organizations}`, 'ada')
})
afterEach(async () => {
  vi.useRealTimers()
  await receiver.close()
})

function createServices(needs: Partial<Parameters<typeof createBackgroundServices>[0]> = {}): BackgroundServices {
  return createBackgroundServices({
    database: scratch.database,
    now: () => at,
    allow: receiver.allowedHosts,
    ...needs,
  })
}

function advanceClock(ms: number): void {
  at = new Date(at.getTime() + ms)
  vi.setSystemTime(at)
}

async function ask({ askService }: BackgroundServices, callbackUrl = receiver.url) {
  return askService.ask(caller, buildAskRequest({ callbackUrl }))
}

const log = async () => (await listCallbackDeliveries(scratch.database, caller.organizationId)).deliveries

async function verify({ secrets }: BackgroundServices, index = 0): Promise<unknown> {
  const [secret] = await secrets.list(caller.organizationId)
  const { body, headers } = receiver.received[index] as (typeof receiver.received)[number]
  return new Webhook(secret?.secret as string).verify(body, headers)
}

describe('a callback', () => {
  it('posts the body of the answer, signed so that standardwebhooks verifies it', async () => {
    const all = createServices()
    const result = await ask(all)
    expect(receiver.received).toEqual([])
    await all.jobs.drain()
    const [received] = receiver.received
    expect(received?.body).toBe(JSON.stringify(result))
    expect(received?.path).toBe('/hook')
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-timestamp': String(at.getTime() / 1000),
    })
    expect(await verify(all)).toEqual(result)
    expect(await log()).toMatchObject([
      { state: 'delivered', url: receiver.url, attempts: [{ status: 200, error: null }] },
    ])
  })

  it('does not verify with another body or another secret', async () => {
    const all = createServices()
    await ask(all)
    await all.jobs.drain()
    const { body, headers } = receiver.received[0] as (typeof receiver.received)[number]
    const [secret] = await all.secrets.list(caller.organizationId)
    expect(() => new Webhook(secret?.secret as string).verify(`${body} `, headers)).toThrow()
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(() => new Webhook(other).verify(body, headers)).toThrow()
  })

  it('is sent once, and what it said is not kept', async () => {
    const all = createServices()
    await ask(all)
    await all.jobs.drain()
    advanceClock(48 * hour)
    await all.jobs.drain()
    expect(receiver.received).toHaveLength(1)
    const { rows } = await sql<{ body: string | null }>`
      select body from callback_delivery where org_id = ${caller.organizationId}`.execute(scratch.database.unrestricted)
    expect(rows).toEqual([{ body: null }])
  })

  it('is not promised for a question that has no answer', async () => {
    const all = createServices({
      answering: {
        ask: async () => {
          throw new Error('no')
        },
      },
    })
    await expect(ask(all)).rejects.toThrow('no')
    expect(await log()).toEqual([])
  })

  it.each([
    ['fails', receiverBehaviors.fails, { status: 500, error: 'The receiver answered 500.' }],
    [
      'redirects',
      receiverBehaviors.redirects,
      { status: 307, error: 'The receiver answered 307; redirects are not followed.' },
    ],
    ['closes early', receiverBehaviors.closesEarly, { status: null, error: 'other side closed' }],
    [
      'closes in the middle of a failure',
      receiverBehaviors.closesInTheMiddle,
      { status: 500, error: 'The receiver answered 500.' },
    ],
    ['hangs', receiverBehaviors.hangs, { status: null, error: 'The receiver did not answer within 0.1 seconds.' }],
  ])('makes exactly the documented attempts to a receiver that %s', async (name, manner, logged) => {
    const all = createServices(name === 'hangs' ? { timeoutMs: 100 } : {})
    receiver.setBehavior(manner)
    await ask(all)
    await all.jobs.drain()
    expect(receiver.received).toHaveLength(1)
    for (const [index, pauseMs] of callbackRetryDelaysMs.entries()) {
      advanceClock(pauseMs - 1)
      await all.jobs.drain()
      expect(receiver.received, `before pause ${index} is over`).toHaveLength(index + 1)
      advanceClock(1)
      await all.jobs.drain()
      expect(receiver.received, `after pause ${index}`).toHaveLength(index + 2)
      await verify(all, index + 1)
    }
    advanceClock(48 * hour)
    await all.jobs.drain()
    expect(receiver.received).toHaveLength(11)
    expect(new Set(receiver.received.map((entry) => entry.path))).toEqual(new Set(['/hook']))
    expect(new Set(receiver.received.map((entry) => entry.headers['webhook-id'])).size).toBe(1)
    const [entry] = await log()
    expect(entry?.state).toBe('failed')
    expect(entry?.attempts).toHaveLength(11)
    for (const attempt of entry?.attempts ?? []) expect(attempt).toMatchObject(logged)
    expect(await all.jobs.list(caller.organizationId, { limit: 10 })).toMatchObject([
      { kind: 'callback', state: 'dead', failures: 11, lastError: logged.error },
    ])
  })

  it('arrives when the receiver recovers', async () => {
    const all = createServices()
    receiver.setBehavior(receiverBehaviors.fails)
    await ask(all)
    await all.jobs.drain()
    receiver.setBehavior(receiverBehaviors.accepts)
    advanceClock(callbackRetryDelaysMs[0])
    await all.jobs.drain()
    expect(await log()).toMatchObject([
      { state: 'delivered', attempts: [{ status: 500 }, { status: 200, error: null }] },
    ])
    expect(await all.jobs.list(caller.organizationId, { limit: 10 })).toEqual([])
  })

  it('has arrived with the status, whatever the receiver says after it', async () => {
    const all = createServices()
    receiver.setBehavior(receiverBehaviors.neverEnds)
    await ask(all)
    await all.jobs.drain()
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }])
  })

  it('is given up at once where the receiver is gone, and sent after an admin retries it', async () => {
    const all = createServices()
    receiver.setBehavior(receiverBehaviors.isGone)
    await ask(all)
    await all.jobs.drain()
    const [dead] = await all.jobs.list(caller.organizationId, { state: 'dead', limit: 1 })
    expect(dead).toMatchObject({ failures: 1, lastError: 'The receiver is gone (410).' })
    expect(await log()).toMatchObject([{ state: 'failed' }])
    receiver.setBehavior(receiverBehaviors.accepts)
    await all.jobs.retry(caller.organizationId, dead?.id as number)
    await all.jobs.drain()
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: [{ status: 410 }, { status: 200 }] }])
    await verify(all, 1)
  })

  it('keeps all its attempts within a day', () => {
    const maxMs = callbackRetryDelaysMs.reduce((sum, pauseMs) => sum + pauseMs * (1 + callbackRetryJitter), 0)
    expect(maxMs).toBeLessThan(24 * hour)
    expect(maxMs).toBeGreaterThan(20 * hour)
  })

  it('is delivered by another process when the first ends between claim and completion', async () => {
    const first = createServices()
    receiver.setBehavior(receiverBehaviors.hangs)
    await ask(first)
    const ended = first.jobs.drain()
    await receiver.waitForRequests(1)
    // The first process has posted and is never heard of again; its lease runs out.
    receiver.setBehavior(receiverBehaviors.accepts)
    const second = createServices()
    advanceClock(60_000)
    await second.jobs.drain()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map((entry) => entry.headers['webhook-id'])).size).toBe(1)
    expect(await log()).toMatchObject([{ state: 'delivered' }])
    // Left running, the first would take the jobs of the tests after this one.
    await receiver.close()
    await ended
  })

  it('is not counted as tried when we stop in the middle of it', async () => {
    const all = createServices()
    receiver.setBehavior(receiverBehaviors.hangs)
    await ask(all)
    await all.jobs.start()
    await receiver.waitForRequests(1)
    await all.jobs.stop({ graceMs: 0 })
    expect(await all.jobs.list(caller.organizationId, { limit: 1 })).toMatchObject([{ state: 'waiting', failures: 0 }])
    expect(await log()).toMatchObject([{ state: 'waiting', attempts: [] }])
  })

  it('is not sent for somebody who has been disabled', async () => {
    const all = createServices()
    await ask(all)
    await sql`update member set disabled_at = now() where org_id = ${caller.organizationId}`.execute(
      scratch.database.unrestricted,
    )
    await all.jobs.drain()
    expect(receiver.received).toEqual([])
    expect(await log()).toMatchObject([{ state: 'failed' }])
  })
})

describe('a callback that waits for its receiver', () => {
  const source = { id: 'n1', title: 'N', url: 'https://notes.test/n1', updatedAt: '', explanation: 'Secret.' }
  const related = [{ id: 'n2', title: 'Second', url: 'https://notes.test/n2', updatedAt: '' }]

  async function execute(statement: string): Promise<void> {
    await sql.raw(statement).execute(scratch.database.unrestricted)
  }

  /** Notes that everybody can see, and an audience of nobody. */
  async function createNotes(): Promise<{ hide: (id: string) => Promise<void> }> {
    const { organizationId } = caller
    const { rows } = await sql<{ id: number }>`
      insert into audience (org_id) values (${organizationId}), (${organizationId}) returning id`.execute(
      scratch.database.unrestricted,
    )
    const [open, closed] = rows.map((row) => row.id)
    await execute(`insert into audience_principal (org_id, audience_id, principal)
      values ('${organizationId}', ${open}, 'everyone')`)
    for (const id of ['n1', 'n2']) {
      await execute(`insert into document (org_id, id, title, url, content, content_type, content_hash, audience_id,
        updated_at) values ('${organizationId}', '${id}', 'N', 'https://notes.test/${id}', '', 'markdown', '', ${open}, now())`)
    }
    const hide = (id: string) =>
      execute(`update document set audience_id = ${closed} where org_id = '${organizationId}' and id = '${id}'`)
    return { hide }
  }

  async function failOnce(all: BackgroundServices): Promise<void> {
    receiver.setBehavior(receiverBehaviors.fails)
    await ask(all)
    await all.jobs.drain()
    receiver.setBehavior(receiverBehaviors.accepts)
    advanceClock(callbackRetryDelaysMs[0])
  }

  it('is not sent once the asker can no longer see a source', async () => {
    const { hide } = await createNotes()
    const all = createServices({ answering: { ask: async () => ({ answer: 'A secret. [1]', sources: [source] }) } })
    await failOnce(all)
    await hide('n1')
    await all.jobs.drain()
    expect(receiver.received).toHaveLength(1)
    expect(await log()).toMatchObject([{ state: 'failed' }])
  })

  it.each(['ask', 'deferred'] as const)(
    'is not sent once the asker can no longer see a note that it names without citing it (%s)',
    async (manner) => {
      const { hide } = await createNotes()
      const { rows } = await sql<{ key: number }>`
        select key from document where org_id = ${caller.organizationId} and id = 'n1'`.execute(
        scratch.database.unrestricted,
      )
      const posts = await countPostsAround(
        manner,
        () => hide('n1'),
        async (_caller, _request, listener) => {
          listener?.onUncitedDocuments?.(rows.map(({ key }) => key))
          return { answer: 'A secret.', sources: [] }
        },
      )
      expect(posts).toBe(1)
    },
  )

  it('names related notes only while the asker can see them, and is otherwise the same', async () => {
    const { hide } = await createNotes()
    const result = { answer: 'Nothing was found.', sources: [], related }
    const all = createServices({ answering: { ask: async () => result } })
    await failOnce(all)
    await all.jobs.drain()
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([result, result])
    await failOnce(all)
    await hide('n2')
    await all.jobs.drain()
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toEqual({ ...result, related: [] })
    await verify(all, 3)
  })

  /** Asks with a receiver that fails, runs the change, and returns how often the receiver was called in the end. */
  async function countPostsAround(
    manner: 'ask' | 'deferred',
    change: () => Promise<void>,
    answer: AnswerPipeline['ask'] = async () => ({ answer: 'Forty-two.', sources: [] }),
  ): Promise<number> {
    const all = createServices({ answering: { ask: answer } })
    receiver.setBehavior(receiverBehaviors.fails)
    if (manner === 'ask') await ask(all)
    else await all.deferredAnswers.create(caller, buildAskRequest({ callbackUrl: receiver.url }))
    await all.jobs.drain()
    expect(receiver.received).toHaveLength(1)
    await change()
    receiver.setBehavior(receiverBehaviors.accepts)
    advanceClock(callbackRetryDelaysMs[0])
    await all.jobs.drain()
    return receiver.received.length
  }

  /** Signs the caller in with a key, which an OAuth grant created if one is named. */
  async function signInWithKey(grantId?: string): Promise<void> {
    await sql`
      insert into api_key (org_id, id, member_id, name, hash, hint, grant_id)
      values (${caller.organizationId}, 'k1', 'ada', 'k', ${hashSecret(caller.organizationId)}, '',
        ${grantId ?? null})`.execute(scratch.database.unrestricted)
    caller = { ...caller, credential: { kind: 'api-key', id: 'k1', scopes: [] } }
  }

  /** Signs the caller in with an access token of a grant. */
  async function signInWithToken(grantId: string): Promise<void> {
    const hash = hashSecret(`token ${caller.organizationId}`)
    const expiresAt = new Date(at.getTime() + hour)
    await sql`
      insert into oauth_record (kind, id_hash, payload, grant_id, org_id, member_id, expires_at)
      values ('AccessToken', ${hash}, '{}', ${grantId}, ${caller.organizationId}, 'ada', ${expiresAt})`.execute(
      scratch.database.unrestricted,
    )
    caller = { ...caller, credential: { kind: 'token', id: hash.toString('hex'), scopes: [] } }
  }

  const revokeGrant = (grantId: string) => execute(`delete from oauth_record where grant_id = '${grantId}'`)

  describe.each(['ask', 'deferred'] as const)('(%s)', (manner) => {
    it('is not sent once the key of the asker is revoked', async () => {
      await signInWithKey()
      const revoke = () => execute(`update api_key set revoked_at = now() where org_id = '${caller.organizationId}'`)
      expect(await countPostsAround(manner, revoke)).toBe(1)
      expect(await log()).toMatchObject([{ state: 'failed' }])
    })

    it('of a job of an earlier version is not sent once the key of the asker is revoked', async () => {
      await signInWithKey()
      const all = createServices()
      if (manner === 'ask') await ask(all)
      else await all.deferredAnswers.create(caller, buildAskRequest({ callbackUrl: receiver.url }))
      await execute(
        "update job set payload = payload - 'content' - 'credential' || jsonb_build_object('keyId', payload->'credential'->'id')",
      )
      await execute(`update api_key set revoked_at = now() where org_id = '${caller.organizationId}'`)
      await all.jobs.drain()
      expect(receiver.received).toEqual([])
      expect(await log()).toMatchObject([{ state: 'failed' }])
    })

    it('is not sent once the token of the asker is revoked', async () => {
      await signInWithToken('g1')
      expect(await countPostsAround(manner, () => revokeGrant('g1'))).toBe(1)
      expect(await log()).toMatchObject([{ state: 'failed' }])
    })

    it('is not sent once the grant is revoked whose token created the key of the asker', async () => {
      await signInWithToken('g2')
      await signInWithKey('g2')
      expect(await countPostsAround(manner, () => revokeGrant('g2'))).toBe(1)
      expect(await log()).toMatchObject([{ state: 'failed' }])
    })

    it.each(['token', 'key'])('is sent after the %s of the asker has expired', async (kind) => {
      await signInWithToken('g3')
      if (kind === 'key') await signInWithKey('g3')
      const posts = await countPostsAround(manner, async () => {
        advanceClock(2 * hour)
        await deleteExpiredRecords(scratch.database, at)
      })
      expect(posts).toBe(2)
      expect(await log()).toMatchObject([{ state: 'delivered' }])
      await revokeGrant('g3')
    })
  })
})

describe('the secret', () => {
  it('signs along for a day after it was replaced, then no more', async () => {
    const all = createServices()
    const [old] = await all.secrets.list(caller.organizationId)
    const [current, replaced] = await all.secrets.rotate(caller.organizationId)
    expect(replaced?.secret).toBe(old?.secret)
    expect(current?.secret).not.toBe(old?.secret)
    const verifies = (secret: string | undefined, index: number) => {
      const { body, headers } = receiver.received[index] as (typeof receiver.received)[number]
      try {
        new Webhook(secret as string).verify(body, headers)
        return true
      } catch {
        return false
      }
    }
    advanceClock(24 * hour - 1)
    await ask(all)
    await all.jobs.drain()
    expect([verifies(old?.secret, 0), verifies(current?.secret, 0)]).toEqual([true, true])
    advanceClock(1)
    await ask(all)
    await all.jobs.drain()
    expect([verifies(old?.secret, 1), verifies(current?.secret, 1)]).toEqual([false, true])
    expect(await all.secrets.list(caller.organizationId)).toHaveLength(1)
  })

  it('is one, though two ask for it first at once', async () => {
    const all = createServices()
    const found = await Promise.all([1, 2, 3].map(() => all.secrets.list(caller.organizationId)))
    expect(new Set(found.flat().map((secret) => secret.secret)).size).toBe(1)
    expect(found[0]?.[0]?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})

describe('an address that we do not go to', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://inside.example.com/',
    'http://mixed.example.com/',
    'ftp://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'not an address',
  ])('is an error of callbackUrl before anything is answered: %s', async (callbackUrl) => {
    let asked = 0
    const all = createServices({
      answering: {
        ask: async () => {
          asked += 1
          return { answer: '', sources: [] }
        },
      },
      resolve: async (name) => (name === 'inside.example.com' ? ['192.168.0.1'] : ['93.184.215.14', '10.0.0.1']),
    })
    const request = buildAskRequest({ callbackUrl })
    for (const ask of [all.askService.ask, all.deferredAnswers.create]) {
      await expect(ask(caller, request)).rejects.toMatchObject({
        code: 'validation',
        details: { callbackUrl: { value: callbackUrl } },
      })
    }
    expect(asked).toBe(0)
    expect(await log()).toEqual([])
    expect(await all.jobs.list(caller.organizationId, { limit: 1 })).toEqual([])
  })

  it('is repeated by the error up to 200 characters', async () => {
    const callbackUrl = `http://127.0.0.1:1/${'😀'.repeat(200)}`
    await expect(ask(createServices(), callbackUrl)).rejects.toMatchObject({
      details: { callbackUrl: { value: [...callbackUrl].slice(0, 200).join('') } },
    })
  })

  it('gets nothing when a name changes to it after the check', async () => {
    let isPublic = true
    const all = createServices({ resolve: async () => (isPublic ? ['93.184.215.14'] : ['127.0.0.1']) })
    await ask(all, `http://rebinding.example.com:${receiver.port}/`)
    isPublic = false
    await all.jobs.drain()
    expect(receiver.received).toEqual([])
    expect(await log()).toMatchObject([
      { state: 'waiting', attempts: [{ status: null, error: expect.stringContaining('public address') }] },
    ])
  })

  it('gets nothing when a name changes to it between the check of the delivery and the connection', async () => {
    let questions = 0
    // Public at the request, public at the check before posting, ours at the connection.
    const all = createServices({ resolve: async () => (++questions < 3 ? ['93.184.215.14'] : ['127.0.0.1']) })
    await ask(all, `http://rebinding.example.com:${receiver.port}/`)
    await all.jobs.drain()
    expect(questions).toBe(3)
    expect(receiver.received).toEqual([])
    expect(await log()).toMatchObject([
      { attempts: [{ status: null, error: expect.stringContaining('not a public address') }] },
    ])
  })
})
