import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prefersAsync } from '../../src/http/routes/ask.ts'
import { createBrowserCall } from '../api/browser-session.ts'
import { type CallbackReceiver, receiverBehaviors, startCallbackReceiver } from '../support/callback-receiver.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let receiver: CallbackReceiver
let service: TestApp
let admin: Person
let member: Person
let stranger: Person

beforeAll(async () => {
  receiver = await startCallbackReceiver()
  service = await createTestApp({ config: { callbackAllow: receiver.allowedHosts } })
  await service.organization('acme')
  await service.organization('other')
  admin = await service.person('acme', 'ada', { role: 'admin' })
  member = await service.person('acme', 'bob')
  stranger = await service.person('other', 'eve', { role: 'admin' })
  await service.note('acme', {
    title: 'On call',
    content: 'The platform team is on call at the weekend.',
  })
})
afterAll(async () => {
  await service.close()
  await receiver.close()
})

const question = 'Who is on call at the weekend?'
const drain = () => service.app.jobs.drain()

describe('an ask with a callback', () => {
  it('answers as ever and posts the same body', async () => {
    const plain = await service.call(member.key, 'POST', '/v1/ask', { question })
    const reply = await service.call(member.key, 'POST', '/v1/ask', { question, callbackUrl: receiver.url })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(plain.body)
    expect(reply.body.sources).toHaveLength(1)
    await drain()
    const received = receiver.received.at(-1)
    expect(received?.body).toBe(reply.text)
    const { body } = await service.call(admin.key, 'GET', '/v1/admin/callback-secret')
    expect(new Webhook(body.secret).verify(received?.body ?? '', received?.headers ?? {})).toEqual(reply.body)
  })

  it('works from the query string and as a stream', async () => {
    const before = receiver.received.length
    const callbackUrl = encodeURIComponent(receiver.url)
    const path = `/v1/super?question=${encodeURIComponent(question)}&callbackUrl=${callbackUrl}`
    expect((await service.call(member.key, 'GET', path)).status).toBe(200)
    const stream = await service.call(member.key, 'GET', path, undefined, { accept: 'text/event-stream' })
    expect(stream.text).toContain('event: done')
    await drain()
    expect(receiver.received).toHaveLength(before + 2)
  })

  it.each(['http://127.0.0.1:1/', 'http://0x7f000001/', 'http://[::ffff:10.0.0.1]/', 'javascript:alert(1)'])(
    'is a validation error of the ask family for %s, before the parent is looked for',
    async (callbackUrl) => {
      const ways: [path: string, headers: Record<string, string>][] = [
        ['/v1/ask', {}],
        ['/v1/ask', { prefer: 'respond-async' }],
        ['/v1/ask', { accept: 'text/event-stream' }],
        ['/v1/ask/answers', {}],
        ['/v1/ask/stream', {}],
      ]
      for (const [path, headers] of ways) {
        const body = { question, callbackUrl, parentId: 'unknown' }
        const reply = await service.call(member.key, 'POST', path, body, headers)
        expect(reply.status).toBe(400)
        expect(reply.body).toMatchObject({
          message: 'Validation Failed',
          id: 'field-validation',
          details: { callbackUrl: { message: expect.any(String), value: callbackUrl } },
        })
      }
    },
  )
})

describe('Prefer: respond-async', () => {
  it('answers 202 with the place of the answer, which holds it later', async () => {
    const reply = await service.call(member.key, 'POST', '/v1/ask', { question }, { prefer: 'respond-async, wait=10' })
    expect(reply.status).toBe(202)
    expect(reply.body).toEqual({ id: expect.any(String), state: 'pending' })
    const { location } = reply.headers as { location: string }
    expect(location).toBe(`/v1/ask/answers/${reply.body.id}`)
    expect((await service.call(member.key, 'GET', location)).body).toEqual(reply.body)
    await drain()
    const done = await service.call(member.key, 'GET', location)
    expect(done.body).toMatchObject({ state: 'done', result: { sources: [{ title: 'On call' }] } })
    expect((await service.call(member.key, 'GET', location.replace('/ask/', '/super/'))).body).toEqual(done.body)
    for (const other of [admin, stranger]) {
      const hidden = await service.call(other.key, 'GET', location)
      expect(hidden.status).toBe(404)
      expect(hidden.text).not.toContain('platform')
    }
    expect((await service.call(undefined, 'GET', location)).status).toBe(401)
  })

  it('links its citations if asked to, where it is read and in the callback', async () => {
    const before = receiver.received.length
    const asked = { question, callbackUrl: receiver.url, citations: 'markdown' }
    const { headers } = await service.call(member.key, 'POST', '/v1/ask', asked, { prefer: 'respond-async' })
    await drain()
    await drain()
    const { result } = (await service.call(member.key, 'GET', headers.location as string)).body
    expect(result.answer).toContain(`[1](${result.sources[0].url})`)
    const [callback] = receiver.received.slice(before)
    expect(JSON.parse(callback?.body ?? '')).toEqual(result)
  })

  it('names itself in the callback', async () => {
    const before = receiver.received.length
    const asked = { question, callbackUrl: receiver.url }
    const reply = await service.call(member.key, 'POST', '/v1/ask', asked, { prefer: 'respond-async' })
    await drain()
    await drain()
    const [callback] = receiver.received.slice(before)
    expect(callback?.headers['lorewell-answer-id']).toBe(reply.body.id)
  })

  it('is read as RFC 7240 writes it', () => {
    expect(prefersAsync('respond-async')).toBe(true)
    expect(prefersAsync('wait=10, Respond-Async')).toBe(true)
    expect(prefersAsync(['handling=lenient', 'respond-async; foo=1'])).toBe(true)
    expect(prefersAsync('respond-asynchronously')).toBe(false)
    expect(prefersAsync('return=minimal')).toBe(false)
    expect(prefersAsync(undefined)).toBe(false)
  })
})

describe('POST /ask/answers', () => {
  it.each(['ask', 'super'])('does the same as the preference, below /%s', async (family) => {
    const before = receiver.received.length
    const asked = { question, callbackUrl: receiver.url }
    const reply = await service.call(member.key, 'POST', `/v1/${family}/answers`, asked)
    expect(reply.status).toBe(202)
    expect(reply.body).toEqual({ id: expect.any(String), state: 'pending' })
    expect(reply.headers).not.toHaveProperty('preference-applied')
    const { location } = reply.headers as { location: string }
    expect(location).toBe(`/v1/ask/answers/${reply.body.id}`)
    await drain()
    await drain()
    expect((await service.call(member.key, 'GET', location)).body).toMatchObject({ state: 'done' })
    expect((await service.call(admin.key, 'GET', location)).status).toBe(404)
    expect(receiver.received.at(before)?.headers['lorewell-answer-id']).toBe(reply.body.id)
  })

  it('refuses what an ask refuses, at once', async () => {
    const refused = await service.call(member.key, 'POST', '/v1/ask/answers', { question: ' ' })
    expect(refused).toMatchObject({ status: 400, body: { id: 'field-validation' } })
    expect((await service.call(undefined, 'POST', '/v1/ask/answers', { question })).status).toBe(401)
  })

  it('takes no callback address from a browser session, and neither does a stream', async () => {
    const call = await createBrowserCall(service, 'acme', member)
    for (const path of ['/v1/ask/answers', '/v1/ask/stream']) {
      const reply = await call('POST', path, { question, callbackUrl: receiver.url })
      expect(reply).toMatchObject({ status: 400, body: { details: { callbackUrl: expect.anything() } } })
    }
  })
})

describe('POST /ask/stream', () => {
  it('streams the answer, whatever the client accepts', async () => {
    const plain = await service.call(member.key, 'POST', '/v1/ask', { question })
    const stream = await service.call(member.key, 'POST', '/v1/ask/stream', { question }, { accept: '*/*' })
    expect(stream.status).toBe(200)
    expect(stream.headers['content-type']).toContain('text/event-stream')
    expect(stream.text).toContain(`event: done\ndata: ${plain.text}`)
  })

  it('refuses before it starts', async () => {
    const refused = await service.call(member.key, 'POST', '/v1/ask/stream', { question: '' })
    expect(refused).toMatchObject({ status: 400, body: { id: 'field-validation' } })
  })
})

describe('administration', () => {
  it.each([
    ['GET', '/v1/admin/jobs'],
    ['POST', '/v1/admin/jobs/1/retry'],
    ['GET', '/v1/admin/callbacks'],
    ['GET', '/v1/admin/callback-secret'],
    ['POST', '/v1/admin/callback-secret/rotate'],
  ] as const)('%s %s is for admins', async (method, path) => {
    expect((await service.call(member.key, method, path)).status).toBe(403)
    expect((await service.call(undefined, method, path)).status).toBe(401)
  })

  it('shows a dead callback of the own organization, without what was asked, and retries it', async () => {
    receiver.setBehavior(receiverBehaviors.isGone)
    const callbackUrl = `${receiver.url}?token=hidden`
    await service.call(member.key, 'POST', '/v1/ask', { question, callbackUrl })
    await drain()
    const { body } = await service.call(admin.key, 'GET', '/v1/admin/jobs?state=dead')
    expect(body).toMatchObject({
      jobs: [{ kind: 'callback', state: 'dead', failures: 1, dueAt: null, lastError: expect.any(String) }],
      hasNextPage: false,
      nextCursor: null,
    })
    const [dead] = body.jobs
    expect((await service.call(stranger.key, 'GET', '/v1/admin/jobs')).body.jobs).toEqual([])
    const retry = `/v1/admin/jobs/${dead.id}/retry`
    expect((await service.call(stranger.key, 'POST', retry)).status).toBe(404)
    receiver.setBehavior(receiverBehaviors.accepts)
    const retried = await service.call(admin.key, 'POST', retry)
    expect(retried.status).toBe(200)
    expect(retried.body).toMatchObject({ id: dead.id, state: 'waiting', failures: 0 })
    expect((await service.call(admin.key, 'POST', retry)).status).toBe(409)
    await drain()

    const log = await service.call(admin.key, 'GET', '/v1/admin/callbacks')
    expect(log.body.callbacks[0]).toMatchObject({
      url: receiver.url,
      state: 'delivered',
      attempts: [
        { status: 410, error: expect.any(String) },
        { status: 200, error: null },
      ],
    })
    expect(log.text).not.toMatch(/hidden|platform|on call/i)
    expect((await service.call(stranger.key, 'GET', '/v1/admin/callbacks')).body.callbacks).toEqual([])
  })

  it('gives the lists in pages that neither skip nor repeat', async () => {
    const { app } = service
    const person = await service.person('other', 'mallory', { role: 'admin' })
    await app.database.transaction(async (store) => {
      for (let count = 0; count < 120; count++) {
        const callback = { url: `${receiver.url}/${count}`, content: 'answer', body: '{}' } as const
        await app.callbacks.enqueue(store, { organizationId: 'other', memberId: person.id, ...callback })
      }
    })
    for (const [path, name] of [
      ['/v1/admin/jobs?', 'jobs'],
      ['/v1/admin/callbacks?', 'callbacks'],
    ] as const) {
      const ids: string[] = []
      let cursor: string | null = ''
      for (let page = 0; page < 3 && cursor !== null; page++) {
        const reply = await service.call(person.key, 'GET', `${path}${cursor && `cursor=${cursor}`}`)
        ids.push(...reply.body[name].map((entry: { id: string }) => entry.id))
        cursor = reply.body.nextCursor
      }
      expect(cursor).toBeNull()
      expect(ids).toHaveLength(120)
      expect(new Set(ids).size).toBe(120)
    }
  })

  it('names a wrong state, cursor or number', async () => {
    for (const path of ['jobs?state=asleep', 'jobs?cursor=x', 'callbacks?cursor=x']) {
      const reply = await service.call(admin.key, 'GET', `/v1/admin/${path}`)
      expect(reply.status, path).toBe(422)
    }
    expect((await service.call(admin.key, 'POST', '/v1/admin/jobs/x/retry')).status).toBe(422)
    expect((await service.call(admin.key, 'POST', '/v1/admin/jobs/999999999999999/retry')).status).toBe(404)
  })

  it('rotates the secret and tells until when the old one signs along', async () => {
    const { body: before } = await service.call(admin.key, 'GET', '/v1/admin/callback-secret')
    const { body: after } = await service.call(admin.key, 'POST', '/v1/admin/callback-secret/rotate')
    expect(after.secret).not.toBe(before.secret)
    expect(after.replaced).toEqual([{ createdAt: before.createdAt, expiresAt: expect.any(String) }])
    expect((await service.call(admin.key, 'GET', '/v1/admin/callback-secret')).body).toEqual(after)
    const { body: others } = await service.call(stranger.key, 'GET', '/v1/admin/callback-secret')
    expect([before.secret, after.secret]).not.toContain(others.secret)
  })
})
