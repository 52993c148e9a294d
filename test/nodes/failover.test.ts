import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

const databaseTimeouts = { connectMs: 3_000, queryMs: 60_000, lockMs: 10_000, idleTransactionMs: 5_000 }

let cluster: PostgresCluster
let proxy: TcpProxy
let closeStore: () => Promise<void>
let replicaUrl: string
/** Two nodes that stay up all the time; the second also reads from the replica. */
let nodes: [TestApp, TestApp]
let ada: Person
let count = 0

beforeAll(async () => {
  cluster = await startPostgresCluster('failover-test')
  const store = await createEmptyDatabase(cluster.url)
  closeStore = store.close
  proxy = await startTcpProxy(portOf(store.settings.databaseUrl))
  const replica = await cluster.addReplica()
  replicaUrl = store.settings.databaseUrl.replace(`:${portOf(cluster.url)}/`, `:${portOf(replica.url)}/`)
  const settings = { ...store.settings, databaseTimeouts, databaseUrl: proxy.through(store.settings.databaseUrl) }
  const first = await createTestApp({ settings })
  nodes = [first, await createTestApp({ settings: { ...settings, replicaUrl } })]
  await first.organization('acme')
  ada = await first.person('acme', 'ada', { role: 'admin' })
  await first.dataSource('acme', 'tickets')
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.close()
  await proxy?.close()
  await closeStore?.().catch(() => {})
  await cluster?.remove()
})

const portOf = (url: string) => Number(new URL(url).port)

/** Indexes items on the nodes in turn; returns the word that each has alone. */
async function indexItems(total: number): Promise<string[]> {
  const words: string[] = []
  for (let made = 0; made < total; made++) {
    count += 1
    const word = `heron${String.fromCharCode(97 + Math.floor(count / 26), 97 + (count % 26))}`
    const item = contentFixture({ id: word, title: word, content: `The ${word} nests on the roof.` })
    const reply = await nodes[made % 2]?.call(ada.key, 'POST', '/v1/ask/index', item)
    expect(reply?.status, reply?.text).toBe(200)
    words.push(word)
  }
  return words
}

/** Moves the transaction ids ahead, as work of the lost future does. */
const spendTransactionIds = () =>
  sql`do $$ begin for round in 1..500 loop perform pg_current_xact_id(); commit; end loop; end $$`.execute(
    nodes[0].database.unrestricted,
  )
const findsAll = async (node: TestApp, words: string[]) => {
  for (const word of words) {
    const reply = await node.call(ada.key, 'POST', '/v1/search', { query: word })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.text).toContain(`${word} nests`)
  }
}
const findsNone = async (node: TestApp, words: string[]) => {
  for (const word of words) {
    const reply = await node.call(ada.key, 'POST', '/v1/search', { query: word })
    expect(reply.text).not.toContain(`${word} nests`)
  }
}
/** Longest time from the return of the database until every node answers again, without a restart. */
const maxRecoveryMs = 10_000
/** Requests fail with 503 until the database is back, never in another way. */
const recover = () =>
  Promise.all(
    nodes.map(async (node) => {
      const seen: number[] = []
      await expect
        .poll(
          async () => {
            // No search: the first one after the outage is to find what was written before it.
            const { status } = await node.call(ada.key, 'GET', '/v1/ask/index?rootId=tickets')
            seen.push(status)
            return status
          },
          { timeout: maxRecoveryMs },
        )
        .toBe(200)
      expect(seen.filter((status) => status !== 200 && status !== 503)).toEqual([])
    }),
  )
/** Returns whether a search on the second node, which has a replica, read from that. */
const readsReplica = async () => {
  const before = nodes[1].database.replicaReadCounts()?.served ?? 0
  await nodes[1].call(ada.key, 'POST', '/v1/search', { query: 'roof' })
  return (nodes[1].database.replicaReadCounts()?.served ?? 0) > before
}
const expectAgreement = async (kept: string[], lost: string[]) => {
  for (const node of nodes) {
    await findsAll(node, kept)
    await findsNone(node, lost)
    // The index in memory, once it is loaded again, agrees with the database that ranked until then.
    await node.app.inMemoryIndexes.load()
    await findsAll(node, kept)
    await findsNone(node, lost)
  }
}

describe('nodes that stay up', () => {
  let kept: string[] = []

  test('find what is written after a restart of the database', async () => {
    kept = await indexItems(3)
    for (const node of nodes) await findsAll(node, kept)
    for (const node of nodes) await node.app.inMemoryIndexes.load()
    await expect.poll(readsReplica).toBe(true)
    await cluster.crash()
    const down = await nodes[0].call(ada.key, 'POST', '/v1/search', { query: 'anything' })
    expect(down.status).toBe(503)
    await cluster.start()
    await recover()
    kept.push(...(await indexItems(2)))
    await expectAgreement(kept, [])
  })

  test('find what is written after the database was restored from an older copy of its data', async () => {
    await cluster.save()
    const lost = await indexItems(6)
    await spendTransactionIds()
    for (const node of nodes) await findsAll(node, lost)
    // The replica has what the restored server has lost.
    await expect.poll(readsReplica).toBe(true)
    await cluster.restore()
    await recover()
    kept.push(...(await indexItems(4)))
    await expectAgreement(kept, lost)
  })

  test('find what is written after a standby that lagged was promoted', async () => {
    await cluster.addReplica()
    kept.push(...(await indexItems(2)))
    await cluster.disconnectReplica()
    const lost = await indexItems(8)
    await spendTransactionIds()
    for (const node of nodes) await findsAll(node, lost)
    await cluster.crash()
    proxy.pointTo(portOf(await cluster.promoteReplica()))
    await recover()
    const stored = await nodes[0].call(ada.key, 'GET', '/v1/ask/index?rootId=tickets&hitsPerPage=100')
    const ids: string[] = stored.body.hits.map(({ id }: { id: string }) => id)
    const written = await indexItems(5)
    const isStored = (word: string) => ids.includes(word)
    expect(lost.filter(isStored)).toEqual([])
    kept = [...kept.filter(isStored), ...written]
    await expectAgreement(kept, lost)
  })
})
