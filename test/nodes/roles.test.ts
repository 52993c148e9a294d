import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts'
import { sendHttpRequest } from '../support/http-request.ts'
import { type NodeCluster, type ServerNode, startNodes } from '../support/start-nodes.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

let store: Awaited<ReturnType<typeof createEmptyDatabase>>
let cluster: NodeCluster
let api: ServerNode
/** In this process, on the same store, without jobs: short ways to put things into it. */
let service: TestApp
let receiver: CallbackReceiver
let ada: Person

beforeAll(async () => {
  receiver = await startCallbackReceiver()
  store = await createEmptyDatabase(process.env.TEST_DATABASE_URL ?? '')
  cluster = await startNodes({
    databaseUrl: store.settings.databaseUrl,
    count: 1,
    findsByMeaning: false,
    env: { ROLE: 'api', CALLBACK_ALLOW: receiver.allowedHosts.join(',') },
  })
  api = cluster.nodes[0] as ServerNode
  service = await createTestApp({ settings: store.settings })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  await service.dataSource('acme', 'tickets')
})
afterAll(async () => {
  await cluster?.close()
  await service?.close()
  await store?.close()
  await receiver?.close()
})

const call = (node: ServerNode, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  sendHttpRequest(`${node.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

test('an api node answers, also later, and leaves other jobs to a worker', async () => {
  const item = contentFixture({
    rootId: 'tickets',
    id: 'T-1',
    title: 'Lighthouse',
    content: 'The lighthouse is in Porto.',
  })
  expect((await call(api, 'POST', '/v1/ask/index', item)).status).toBe(200)
  const question = { question: 'Where is the lighthouse?', callbackUrl: receiver.url }
  const accepted = await call(api, 'POST', '/v1/ask', question, { prefer: 'respond-async' })
  expect(accepted.status).toBe(202)
  const location = String(accepted.headers.location)
  const answer = async () => (await call(api, 'GET', new URL(location, api.url).pathname)).body
  await expect.poll(async () => (await answer()).state, { timeout: 60_000 }).toBe('done')
  const { rows } = await sql<{ state: string }>`select state from job where kind = 'callback'`.execute(
    service.database.unrestricted,
  )
  expect(rows).toEqual([{ state: 'waiting' }])
  expect(receiver.received).toHaveLength(0)

  const worker = await cluster.add({ ROLE: 'worker', CALLBACK_ALLOW: receiver.allowedHosts.join(',') })
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1)
  expect(await worker.stop()).toBe(0)
})

test('a worker reports its health and metrics, and answers nothing else', async () => {
  const worker = await cluster.add({ ROLE: 'worker' })
  expect((await call(worker, 'GET', '/healthz')).status).toBe(200)
  // The server listens a moment before its jobs start.
  await expect
    .poll(async () => (await call(worker, 'GET', '/readyz')).body.parts)
    .toMatchObject({ node: 'ready', database: 'ready', jobs: 'ready' })
  expect((await call(worker, 'GET', '/metrics')).text).toContain('lorewell_jobs')
  for (const [method, path] of [
    ['POST', '/v1/ask'],
    ['POST', '/v1/search'],
    ['GET', '/v1/me'],
    ['POST', '/mcp'],
    ['GET', '/'],
    ['GET', '/oauth/authorize'],
  ] as const) {
    const reply = await call(
      worker,
      method,
      path,
      method === 'POST' ? { question: 'Where is the lighthouse?' } : undefined,
    )
    expect(reply.status, path).toBe(404)
    expect(reply.text, path).not.toContain('Porto')
  }
})

test('both kinds of node stop as asked', async () => {
  for (const node of cluster.nodes.splice(0)) expect(await node.stop()).not.toBeNull()
})
