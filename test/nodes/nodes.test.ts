import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownMigrations } from '../../src/storage/migrate.ts'
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { sendHttpRequest } from '../support/http-request.ts'
import { fetchCurrentUser, getTokens, registerClient } from '../support/oauth-client.ts'
import { type NodeCluster, startNodes } from '../support/start-nodes.ts'
import { contentFixture, createTestApp, type Person, type Reply, type TestApp } from '../support/test-app.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

let store: Awaited<ReturnType<typeof createEmptyDatabase>>
let nodes: NodeCluster
/** In this process, on the same store: short ways to put things into it. It answers no request. */
let service: TestApp
let receiver: CallbackReceiver
let ada: Person
let bob: Person

const askLimitPerMinute = 400

beforeAll(async () => {
  receiver = await startCallbackReceiver()
  store = await createEmptyDatabase(process.env.TEST_DATABASE_URL ?? '')
  nodes = await startNodes({
    databaseUrl: store.settings.databaseUrl,
    replicaUrl: store.replicaUrl,
    env: {
      CALLBACK_ALLOW: receiver.allowedHosts.join(','),
      RATE_LIMIT_ASK_PER_MINUTE: String(askLimitPerMinute),
      RATE_LIMIT_INDEX_PER_MINUTE: '1000000',
    },
  })
  service = await createTestApp({ settings: store.settings })
})
afterAll(async () => {
  await nodes?.close()
  await service?.close()
  await store?.close()
  await receiver?.close()
})

const call = (
  person: Person,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Reply> =>
  sendHttpRequest(nodes.url + path, {
    method,
    headers: { authorization: `Bearer ${person.key}`, 'content-type': 'application/json', ...more },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
const ids = (reply: Reply) => reply.body.hits.map((hit: { id: string }) => hit.id)

describe('three nodes that start together on an empty store', () => {
  test('apply each migration once, and say nothing about it', async () => {
    const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(
      service.database.unrestricted,
    )
    expect(rows.map((row) => row.name)).toEqual(knownMigrations())
    expect(nodes.nodes).toHaveLength(3)
    for (const node of nodes.nodes) expect(node.output()).not.toMatch(/"level":[456]0/)
  })

  test('are set up once, through any of their links and any of them', async () => {
    const links = nodes.nodes.map((node) => /http:\S+\/setup\?token=\S+/.exec(node.output())?.[0] ?? '')
    expect(new Set(links).size).toBe(3)
    const late = new HttpBrowser(nodes.url)
    await late.open(links[0] as string)
    const browser = new HttpBrowser(nodes.url)
    await browser.open(links[1] as string)
    const answers = { organization: 'First', name: 'Fay', email: 'fay@first.test', password: 'correct horse' }
    await browser.submit(answers)
    for (let turn = 0; turn < 3; turn++) {
      await browser.open('/v1/me', { headers: { 'x-requested-with': 'lorewell' } })
      expect(browser.text).toContain('fay@first.test')
    }
    await late.submit({ ...answers, email: 'mallory@first.test' })
    expect(await service.app.organizations.list()).toHaveLength(1)
  })
})

describe('a balancer that sends each request elsewhere', () => {
  beforeAll(async () => {
    await service.organization('acme')
    ada = await service.person('acme', 'ada', { role: 'admin', groups: ['Core'] })
    bob = await service.person('acme', 'bob')
    await service.dataSource('acme', 'tickets')
    await service.dataSource('acme', 'core', ['group:Core'])
  })

  test('finds on the next node what was indexed on this one, and nothing of what was deleted', async () => {
    for (let round = 0; round < 12; round++) {
      const word = `zephyr${String.fromCharCode(97 + round)}`
      const item = contentFixture({ id: word, title: word, content: `The ${word} sails at noon.` })
      expect((await call(ada, 'POST', '/v1/ask/index', item)).status).toBe(200)
      expect(ids(await call(bob, 'GET', '/v1/ask/index?rootId=tickets'))).toEqual([word])
      const answer = await call(bob, 'POST', '/v1/ask', { question: `When does the ${word} sail?` })
      expect(answer.body.sources.map((source: { id: string }) => source.id)).toEqual([word])
      const gone = { rootId: 'tickets', id: word }
      expect((await call(ada, 'DELETE', '/v1/ask/index', gone)).status).toBe(200)
      const after = await call(bob, 'POST', '/v1/ask', { question: `When does the ${word} sail?` })
      expect(after.body.sources).toEqual([])
      const found = await call(bob, 'POST', '/v1/search', { query: word })
      expect(found.text).not.toContain(`${word} sails`)
      expect(ids(await call(ada, 'GET', '/v1/ask/index?rootId=tickets'))).toEqual([])
    }
    expect(nodes.loadBalancer.served.size).toBe(3)
    for (const count of nodes.loadBalancer.served.values()) expect(count).toBeGreaterThan(20)
  })

  test('opens and closes what a group sees with the next request', async () => {
    const item = contentFixture({
      rootId: 'core',
      id: 'plan',
      title: 'Plan',
      content: 'The marmot tunnel is secret.',
    })
    expect((await call(ada, 'POST', '/v1/ask/index', item)).status).toBe(200)
    const groups = await call(ada, 'GET', '/v1/groups?query=Core')
    const group = `/v1/groups/${groups.body.groups[0].id}`
    for (let round = 0; round < 6; round++) {
      expect((await call(ada, 'PATCH', group, { memberIds: [ada.id, bob.id] })).status).toBe(200)
      const open = await call(bob, 'POST', '/v1/search', { query: 'marmot tunnel' })
      expect(open.text).toContain('marmot tunnel is secret')
      expect((await call(ada, 'PATCH', group, { memberIds: [ada.id] })).status).toBe(200)
      const shut = await call(bob, 'POST', '/v1/search', { query: 'marmot tunnel' })
      expect(shut.status).toBe(200)
      expect(shut.text).not.toContain('marmot tunnel is secret')
      expect((await call(bob, 'GET', '/v1/ask/index?rootId=core')).status).toBe(404)
    }
  })

  test('walks through a list without a gap while others write', async () => {
    await service.dataSource('acme', 'walk')
    const put = async (person: Person, id: string, day: number) =>
      call(
        person,
        'POST',
        '/v1/ask/index',
        contentFixture({ rootId: 'walk', id, updatedAt: new Date(Date.UTC(2026, 1, day)).toISOString() }),
      )
    const kept = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6']
    for (const [index, id] of kept.entries()) await put(ada, id, 20 - index)
    const seen: string[] = []
    for (let page = 0; page < 4; page++) {
      seen.push(...ids(await call(ada, 'GET', `/v1/ask/index?rootId=walk&hitsPerPage=2&page=${page}`)))
      await put(bob, `new-${page}`, 25)
    }
    expect(seen).toEqual(kept)
  })

  test('signs in on one node, agrees on another, and gives a token that all of them take', async () => {
    await service.app.members.create({
      organizationId: 'acme',
      email: 'olga@acme.test',
      name: 'Olga',
      role: 'member',
      password: 'correct horse',
    })
    const client = await registerClient(nodes.url)
    const browser = new HttpBrowser(nodes.url)
    await browser.signIn('olga@acme.test')
    const tokens = await getTokens(nodes.url, client, {}, browser)
    for (let turn = 0; turn < 3; turn++) {
      const { status, body } = await fetchCurrentUser(nodes.url, tokens.access_token)
      expect({ status, email: body.email }).toEqual({ status: 200, email: 'olga@acme.test' })
    }
  })

  test('posts each callback once, signed with the one secret, and reads a later answer anywhere', async () => {
    await call(ada, 'POST', '/v1/ask/index', contentFixture({ id: 'hours', content: 'The quay opens at seven.' }))
    const asked = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        call(bob, 'POST', '/v1/ask', {
          question: 'When does the quay open?',
          callbackUrl: `${receiver.url}?n=${index}`,
        }),
      ),
    )
    for (const reply of asked) expect(reply.status, reply.text).toBe(200)
    await receiver.waitForRequests(9)
    const { body } = await call(ada, 'GET', '/v1/admin/callback-secret')
    for (const { body: posted, headers } of receiver.received) {
      expect(posted).toBe(asked[0]?.text)
      new Webhook(body.secret).verify(posted, headers)
    }
    const paths = receiver.received.map((entry) => entry.path)
    expect(new Set(paths).size).toBe(9)
    const later = await call(
      bob,
      'POST',
      '/v1/ask',
      { question: 'When does the quay open?' },
      { prefer: 'respond-async' },
    )
    expect(later.status).toBe(202)
    const answer = await waitUntil(
      () => call(bob, 'GET', String(later.headers.location)),
      (reply) => reply.body.state !== 'pending',
    )
    expect(answer.body).toMatchObject({ state: 'done', result: { sources: [{ id: 'hours' }] } })
    expect(receiver.received).toHaveLength(9)
  })

  test('counts what a person asks on all nodes together', async () => {
    const eve = await service.person('acme', 'eve')
    await sql`insert into rate_window (org_id, member_id, bucket, window_start, count)
      values ('acme', ${eve.id}, 'ask', ${Date.now()}, ${askLimitPerMinute - 3})`.execute(service.database.unrestricted)
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await call(eve, 'GET', '/v1/ask?question=x')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

test('reads from the replica, where it has all that was written', async () => {
  const readThere = async () => {
    const pages = await Promise.all(nodes.nodes.map((node) => fetch(`${node.url}/metrics`).then((page) => page.text())))
    return pages.reduce((sum, page) => sum + Number(/where="replica"} (\d+)/.exec(page)?.[1] ?? 0), 0)
  }
  await waitUntil(
    async () => {
      expect((await call(bob, 'POST', '/v1/search', { query: 'quay' })).text).toContain('opens at seven')
      return readThere()
    },
    (count) => count > 0,
  )
})

describe('a node that is killed under load', () => {
  test('costs the requests it had begun with, and nothing that was acknowledged', async () => {
    const workers = 6
    const acknowledged: string[] = []
    const failures: { status: number; wasAfter: boolean }[] = []
    const progress = { isKilled: false, afterKill: 0 }
    const work = async (worker: number) => {
      for (let count = 0; progress.afterKill < 60; count++) {
        const id = `load-${worker}-${count}`
        const wasAfter = progress.isKilled
        const reply = await call(ada, 'POST', '/v1/ask/index', contentFixture({ id, title: id }))
        if (reply.status === 200) acknowledged.push(id)
        else failures.push({ status: reply.status, wasAfter })
        if (wasAfter) progress.afterKill += 1
      }
    }
    const working = Array.from({ length: workers }, (_, worker) => work(worker))
    await waitUntil(
      async () => acknowledged.length,
      (count) => count >= 30,
    )
    await nodes.nodes[1]?.kill()
    progress.isKilled = true
    await Promise.all(working)
    expect(failures.filter((failure) => failure.wasAfter)).toEqual([])
    expect(failures.length).toBeLessThanOrEqual(workers)
    for (const { status } of failures) expect(status).toBe(502)
    const { rows } = await sql<{ id: string }>`
      select id from document where org_id = 'acme' and root_id = 'tickets' and starts_with(id, 'load-')`.execute(
      service.database.unrestricted,
    )
    const stored = new Set(rows.map((row) => row.id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  })
})

async function waitUntil<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isReached(value)) return value
    await wait(20)
  }
}
