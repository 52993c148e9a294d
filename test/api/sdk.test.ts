import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls, type ExampleId, type ExampleIds } from '../../sdk/examples/calls.ts'
import { generateOperations } from '../../sdk/generate-operations.ts'
import { type Client, createClient, createOAuth, type Tokens } from '../../sdk/src/index.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { redirectUri } from '../support/oauth-client.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let scratch: TestServer
let ada: Person
let url: string
let client: Client
beforeAll(async () => {
  scratch = await startTestServer()
  url = scratch.url
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { role: 'admin', password: 'correct horse' })
  await scratch.note('acme', {
    id: 'oncall',
    title: 'On call',
    content: 'The platform team is on call at the weekend.',
  })
  client = createClient({ url, credential: ada.key })
})
afterAll(() => scratch?.close())

const operationsFile = fileURLToPath(new URL('../../sdk/src/operations.ts', import.meta.url))

it('the generated types and operations match the contract', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout, status } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['format', '--stdin-file-path=sdk/src/operations.ts'],
    { cwd: root, input: generateOperations(endpoints), encoding: 'utf8' },
  )
  expect(status).toBe(0)
  if (process.env.UPDATE_SDK) writeFileSync(operationsFile, stdout)
  expect(readFileSync(operationsFile, 'utf8')).toBe(stdout)
})

describe('the example of each call', () => {
  let ids: ExampleIds
  beforeAll(async () => {
    const { id: noteId } = await client.createNote({ title: 'On-call rota', markdown: 'First text.' })
    await client.changeNote({
      id: noteId,
      markdown: 'Ada is on call on Friday. The platform team is on call at the weekend.',
    })
    const { versions } = await client.listNoteVersions({ id: noteId })
    const other = await scratch.person('acme', 'grace')
    const group = await client.createGroup({ name: 'Operations', memberIds: [] })
    const { invitation } = await client.createInvitation({ email: 'ivy@acme.test' })
    // Only questions asked in the app are stored in the history.
    const sessions = createBrowserSessions({
      database: scratch.database,
      publicUrl: url,
      now: () => new Date(),
    })
    const { secret } = await sessions.create({ organizationId: 'acme', memberId: ada.id })
    const cookie = `${sessions.cookieName}=${secret}`
    const headers = { cookie, origin: url }
    const asked = { question: 'Who is on call at the weekend?' }
    expect((await scratch.call(undefined, 'POST', '/v1/ask', asked, headers)).status).toBe(200)
    const later = await scratch.call(ada.key, 'POST', '/v1/ask', { question: 'Who?' }, { prefer: 'respond-async' })
    const [question] = await questionsAsked()
    const { rows } = await sql<{ id: string }>`
      insert into job (org_id, kind, payload, state, due_at, created_at, finished_at)
      values ('acme', 'example', '{}', 'dead', now(), now(), now()) returning id`.execute(scratch.database.unrestricted)
    await sql`
      insert into inbox_digest (org_id, id, member_id, assistant_id, assistant_name, scheduled_for, told_until, days,
        language, more_count, deleted_count, delivered_at)
      values ('acme', 'd1', ${ada.id}, 'helper', 'Helper', now(), now(), 7, 'en', 0, 0, now())`.execute(
      scratch.database.unrestricted,
    )
    ids = {
      inboxId: 'd1',
      noteId,
      versionId: versions[0]?.id ?? '',
      userId: ada.id,
      otherUserId: other.id,
      groupId: group.id,
      invitationId: invitation.id,
      questionId: question?.id ?? '',
      answerId: later.body.id,
      threadId: '0b0c2f2e-6a3e-4b8c-9d0e-3f1f0c3f6d11',
      documentId: question?.sources[0]?.documentId ?? '',
      deadJobId: String(rows[0]?.id),
      password: 'correct horse',
    }
  })

  /** A question is stored after its answer was sent. */
  function questionsAsked() {
    return vi.waitFor(async () => {
      const { questions } = await client.listMyQuestions({})
      expect(questions).not.toEqual([])
      return questions
    })
  }

  it.each(Object.keys(calls) as ExampleId[])('%s returns what its type says', async (id) => {
    const answer = await calls[id](client, ids)
    const { response } = endpoints.find((endpoint) => endpoint.operationId === id) ?? {}
    if (response) expect(response.safeParse(answer).error).toBeUndefined()
    else expect(answer).toBeUndefined()
  })
})

it('an answer is streamed, and complete at the end', async () => {
  const events = []
  for await (const event of client.askStream({ question: 'Who is on call at the weekend?' })) events.push(event)
  const done = events.at(-1)
  expect(done).toMatchObject({ type: 'done', sources: [{ id: 'oncall' }] })
  const written = events.map((event) => (event.type === 'delta' ? event.text : '')).join('')
  expect(done?.type === 'done' && done.answer).toBe(written)
  expect(events.some((event) => event.type === 'source' && event.source.id === 'oncall')).toBe(true)
})

it('items are indexed as a stream and listed page by page', async () => {
  await scratch.dataSource('acme', 'stream')
  const item = (number: number) => ({
    rootId: 'stream',
    id: `i-${number}`,
    title: `Item ${number}`,
    content: 'Text.',
    type: 'markdown' as const,
    updatedAt: '2026-11-01T09:00:00Z',
    url: `https://items.test/${number}`,
  })
  async function* items() {
    for (let number = 0; number < 45; number++) yield item(number)
    yield { ...item(46), id: 'not an id' }
  }
  const results = []
  for await (const result of client.indexStream(items())) results.push(result)
  expect(results).toHaveLength(46)
  expect(results.filter(({ ok }) => ok)).toHaveLength(45)
  expect(results.at(-1)).toMatchObject({ ok: false, error: { id: 'field-validation' } })
  const ids = new Set<string>()
  for await (const { id } of client.paginate('listContent', { rootId: 'stream', hitsPerPage: 7 })) ids.add(id)
  expect(ids.size).toBe(45)
  const notes = []
  for await (const { id } of client.paginate('listNotes', {})) notes.push(id)
  expect(notes).toContain('oncall')
})

it('a call whose body fields are all optional sends an empty object', async () => {
  await scratch.assistant('acme', 'weekly')
  expect(await client.subscribeToDigest({ id: 'weekly' })).toMatchObject({ webhookUrl: null })
})

it('an answer in one piece is one event', async () => {
  const whole = createClient({ url, fetch: async () => Response.json({ answer: 'Ada.', sources: [] }) })
  const events = []
  for await (const event of whole.askStream({ question: 'Who?' })) events.push(event)
  expect(events).toEqual([{ type: 'done', answer: 'Ada.', sources: [] }])
})

it.each([
  ['an error event', 'event: error\ndata: {"id":"internal","message":"Failed."}\n\n', { status: 500, id: 'internal' }],
  ['a stream that ends early', 'event: delta\ndata: {"text":"A"}\n\n', { status: 0, id: 'unreachable' }],
])('%s is thrown as a LorewellError', async (_case, text, expected) => {
  const stream = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const read = async () => {
    for await (const _event of createClient({ url, fetch: stream }).askStream({ question: 'Who?' }));
  }
  await expect(read()).rejects.toMatchObject({ name: 'LorewellError', ...expected })
})

it('a connection lost while streaming is thrown as a LorewellError', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new TypeError('terminated'))
    },
  })
  const broken = createClient({ url, fetch: async () => new Response(body) })
  await expect(broken.askStream({ question: 'Who?' }).next()).rejects.toMatchObject({
    name: 'LorewellError',
    id: 'unreachable',
    cause: new TypeError('terminated'),
  })
})

it('a file is downloaded as a stream', async () => {
  const file = await client.download('exportAuditEvents', { format: 'csv' })
  expect(await new Response(file).text()).toMatch(/^id,at,/)
})

it('without a credential the cookie of the page counts; headers of the call are sent along', async () => {
  const requests: RequestInit[] = []
  let unauthorized = 0
  const page = createClient({
    url,
    fetch: async (_input, init = {}) => {
      requests.push(init)
      return new Response('{"message":"Sign in.","id":"unauthorized"}', { status: 401 })
    },
    onUnauthorized: () => {
      unauthorized += 1
    },
  })
  await expect(page.me({}, { headers: { 'idempotency-key': 'k' } })).rejects.toMatchObject({ status: 401 })
  expect(requests.map(({ headers }) => headers)).toEqual([
    { accept: 'application/json', 'idempotency-key': 'k', 'x-requested-with': 'lorewell' },
  ])
  expect(unauthorized).toBe(1)
})

describe('an error response', () => {
  it('is thrown with its status, its id and its fields', async () => {
    await expect(client.listContent({ rootId: 'nowhere' })).rejects.toMatchObject({
      name: 'LorewellError',
      status: 404,
      id: 'root-id-not-found',
      message: 'Data source not found.',
    })
    await expect(client.createNote({ title: '' })).rejects.toMatchObject({
      status: 422,
      details: { title: { message: 'must not be empty' } },
      fieldErrors: { title: 'must not be empty' },
    })
  })

  it.each([
    ['429 after the seconds that Retry-After says', 429, '7', [7000]],
    ['503 likewise', 503, '2', [2000]],
  ])('is retried if it was temporary: %s', async (_case, status, retryAfter, expected) => {
    const waits: number[] = []
    let sent = 0
    const retrying = createClient({
      url,
      credential: ada.key,
      fetch: async (input, init) => {
        sent += 1
        if (sent > 1) return fetch(input, init)
        return new Response('{}', { status, headers: { 'retry-after': retryAfter } })
      },
      wait: async (ms) => {
        waits.push(ms)
      },
    })
    expect(await retrying.me()).toMatchObject({ email: ada.email })
    expect(waits).toEqual(expected)
  })

  it('understands a date in Retry-After, and does not wait longer than the limit', async () => {
    const answer = (value: string) => async () =>
      new Response('{"message":"Later.","id":"rate-limit"}', {
        status: 429,
        headers: { 'retry-after': value },
      })
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
    }
    const inAMinute = new Date(Date.now() + 60_000).toUTCString()
    const dated = createClient({ url, credential: 'x', fetch: answer(inAMinute), wait, maxAttempts: 2 })
    await expect(dated.me()).rejects.toMatchObject({ status: 429 })
    expect(waits[0]).toBeGreaterThan(50_000)
    const long = createClient({ url, credential: 'x', fetch: answer('3600'), wait })
    await expect(long.me()).rejects.toMatchObject({ id: 'rate-limit' })
    expect(waits).toHaveLength(1)
  })

  it.each([
    ['me', true],
    ['createNote', false],
  ] as const)('a broken connection is retried only for idempotent operations: %s', async (id, isRetried) => {
    let sent = 0
    const broken = createClient({
      url,
      credential: ada.key,
      fetch: async (input, init) => {
        sent += 1
        if (sent === 1) throw new TypeError('fetch failed')
        return fetch(input, init)
      },
      wait: async () => {},
    })
    const call = id === 'me' ? broken.me() : broken.createNote({ title: 'Twice?' })
    if (isRetried) expect(await call).toMatchObject({ email: ada.email })
    else
      await expect(call).rejects.toMatchObject({
        name: 'LorewellError',
        status: 0,
        id: 'unreachable',
        message: `Cannot reach ${url}: fetch failed`,
        cause: new TypeError('fetch failed'),
      })
    expect(sent).toBe(isRetried ? 2 : 1)
  })

  it('one call can retry less, or wait shorter, than the client', async () => {
    let sent = 0
    const busy = createClient({
      url,
      credential: 'x',
      fetch: async () => {
        sent += 1
        return new Response('{}', { status: 503, headers: { 'retry-after': '6' } })
      },
      wait: async () => {},
    })
    await expect(busy.me({}, { maxAttempts: 2 })).rejects.toMatchObject({ status: 503 })
    expect(sent).toBe(2)
    await expect(busy.me({}, { maxRetryDelayMs: 5000 })).rejects.toMatchObject({ status: 503 })
    expect(sent).toBe(3)
    await expect(busy.me()).rejects.toMatchObject({ status: 503 })
    expect(sent).toBe(8)
  })

  it('a call can report an unreachable server at once', async () => {
    let sent = 0
    const client = createClient({
      url,
      credential: 'x',
      fetch: async () => {
        sent += 1
        throw new TypeError('fetch failed')
      },
      wait: async () => {},
    })
    await expect(client.me({}, { retryUnreachable: false })).rejects.toMatchObject({ id: 'unreachable' })
    expect(sent).toBe(1)
    await expect(client.me()).rejects.toMatchObject({ id: 'unreachable' })
    expect(sent).toBe(6)
  })

  it('a wait ends when the call is aborted', async () => {
    const controller = new AbortController()
    const waiting = createClient({
      url,
      credential: 'x',
      fetch: async () => {
        queueMicrotask(() => controller.abort(new Error('enough')))
        return new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
      },
    })
    await expect(waiting.me({}, { signal: controller.signal })).rejects.toThrow('enough')
  })
})

describe('the OAuth helper', () => {
  it('signs a person in, renews the token once for concurrent calls, and revokes it', async () => {
    const grace = await scratch.person('acme', 'olga', { password: 'correct horse' })
    const oauth = createOAuth({ url, redirectUri, clientName: 'Example' })
    const { url: address, pending } = await oauth.begin()
    const browser = new HttpBrowser(url)
    await browser.open(address)
    await browser.signIn(grace.email)
    const callback = await browser.submit({ decision: 'allow' })
    await expect(oauth.finish(callback, { ...pending, state: 'other' })).rejects.toThrow('state')
    const tokens = await oauth.finish(callback, pending)

    const renewals: Tokens[] = []
    const stale = { ...tokens, expiresAt: Date.now() - 1 }
    const signedIn = createClient({ url, credential: oauth.credential(stale, (next) => renewals.push(next)) })
    const people = await Promise.all([signedIn.me(), signedIn.me(), signedIn.me()])
    expect(people.map(({ email }) => email)).toEqual([grace.email, grace.email, grace.email])
    expect(renewals).toHaveLength(1)

    // A refused token is renewed once; then the error is thrown.
    const renewed = renewals[0] as Tokens
    const refused = createClient({ url, credential: oauth.credential({ ...renewed, accessToken: 'wrong' }) })
    expect(await refused.me()).toMatchObject({ email: grace.email })
    await oauth.revoke(renewed)
    await expect(createClient({ url, credential: oauth.credential(renewed) }).me()).rejects.toThrow()
  })
})

it('the built package has no imports and runs in plain JavaScript', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const out = mkdtempSync(join(tmpdir(), 'lorewell-sdk-'))
  try {
    const built = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', join(root, 'sdk/tsconfig.json'), '--outDir', out],
      { encoding: 'utf8' },
    )
    expect(built.stdout).toBe('')
    for (const name of readdirSync(out)) {
      const imported = [...readFileSync(join(out, name), 'utf8').matchAll(/from '([^']+)'/g)]
      for (const [, from = ''] of imported) expect(from).toMatch(/^\.\//)
    }
    writeFileSync(join(out, 'package.json'), '{"type":"module"}')
    const { createClient: plain } = (await import(pathToFileURL(join(out, 'index.js')).href)) as {
      createClient: typeof createClient
    }
    expect(await plain({ url, credential: ada.key }).me()).toMatchObject({ email: ada.email })
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
