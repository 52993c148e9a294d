import { availableParallelism } from 'node:os'
import { startNodes } from '../test/support/start-nodes.ts'
import { contentFixture, createTestApp } from '../test/support/test-app.ts'
import { createEmptyDatabase } from '../test/support/test-database.ts'
import { requestsPerSecond } from './http-load.ts'
import { createPassageGenerator } from './synthetic-passages.ts'

const itemCount = 200
const seconds = 12
const connections = 12

/** Compares the answers per second of three server processes and one, on one PostgreSQL, without a language model. */
export async function benchNodes(print: (line: string) => void): Promise<void> {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (!serverUrl) {
    print('Set TEST_DATABASE_URL to a PostgreSQL with pgvector: node scripts/test-postgres.mjs up')
    return
  }
  const rates = new Map<number, number>()
  for (const count of [1, 3]) rates.set(count, await measureThroughput(serverUrl, count, print))
  const ratio = (rates.get(3) ?? 0) / (rates.get(1) ?? 1)
  print(`3 nodes answer ${ratio.toFixed(2)} × as many as 1, on ${availableParallelism()} shared cores`)
}

async function measureThroughput(serverUrl: string, count: number, print: (line: string) => void): Promise<number> {
  const store = await createEmptyDatabase(serverUrl)
  const env = { RATE_LIMIT_ASK_PER_MINUTE: '1000000', RATE_LIMIT_INDEX_PER_MINUTE: '1000000' }
  const nodes = await startNodes({ databaseUrl: store.settings.databaseUrl, count, env })
  const service = await createTestApp({ settings: store.settings })
  try {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada')
    await service.dataSource('acme', 'tickets')
    const headers = { authorization: `Bearer ${key}` }
    const passages = createPassageGenerator(7, 8)
    for (let n = 0; n < itemCount; n += 50) {
      const batch = Array.from({ length: 50 }, (_, i) => {
        const { title, body } = passages.next()
        return contentFixture({ id: `item-${n + i}`, title, content: body })
      })
      await fetch(`${nodes.url}/v1/ask/index/batch`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ items: batch }),
      })
    }
    const url = `${nodes.url}/v1/ask?question=${encodeURIComponent(passages.question())}`
    await requestsPerSecond(url, { seconds: 2, connections, headers })
    const before = await processorSeconds()
    const rate = await requestsPerSecond(url, { seconds, connections, headers })
    const used = (await processorSeconds()) - before
    const each = (1000 * used) / (rate * seconds)
    print(`${count} node(s): ${rate.toFixed(1)} answers per second, ${each.toFixed(1)} ms of CPU each`)
    return rate
  } finally {
    await nodes.close()
    await service.close()
    await store.close()
  }

  async function processorSeconds(): Promise<number> {
    const pages = await Promise.all(nodes.nodes.map(async (node) => (await fetch(`${node.url}/metrics`)).text()))
    return pages.reduce((sum, page) => sum + Number(/^process_cpu_seconds_total (\S+)/m.exec(page)?.[1]), 0)
  }
}
