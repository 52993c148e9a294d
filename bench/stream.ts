import type { AddressInfo } from 'node:net'
import { createClient } from '../sdk/src/client.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { benchEmbedder } from './bench-embedder.ts'

/** Indexes items as NDJSON over one connection and reports the memory of the process, which is client and server. */
export async function benchStream(print: (line: string) => void, [count = '20000']: string[]): Promise<void> {
  const items = Number(count)
  const embedder = await benchEmbedder()
  const service = await createTestApp({ embedder })
  try {
    await service.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.server.server.address() as AddressInfo
    await service.organization('acme')
    const ada = await service.person('acme', 'ada')
    await service.dataSource('acme', 'tickets')
    const client = createClient({ url: `http://127.0.0.1:${port}`, credential: ada.key })
    const megabytes: number[] = []
    const startedAt = performance.now()
    let done = 0
    let failed = 0
    for await (const result of client.indexStream(generateTickets(items))) {
      done += 1
      if (!result.ok) failed += 1
      if (done % Math.ceil(items / 20) === 0) megabytes.push(Math.round(process.memoryUsage().rss / 1e6))
      if (done % Math.ceil(items / 4) === 0) print(`${done} items, ${megabytes.at(-1)} MB`)
    }
    const seconds = (performance.now() - startedAt) / 1000
    // The first quarter fills caches.
    const settled = megabytes.slice(5)
    print(
      `${done} items (${failed} failed) in ${seconds.toFixed(0)} s; memory after a quarter ${settled[0]} MB, then ${Math.min(...settled)} to ${Math.max(...settled)} MB (target: within 100 MB)`,
    )
  } finally {
    await service.close()
    await embedder.close()
  }
}

function* generateTickets(count: number) {
  for (let number = 0; number < count; number++) {
    yield {
      rootId: 'tickets',
      id: `T-${number}`,
      title: `Ticket ${number}`,
      content: `Device ${number * 7919} in building ${number % 97} did not start. Its battery of type ${number % 13} was replaced on day ${number % 365}.`,
      type: 'markdown' as const,
      updatedAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
      url: `https://tickets.example/${number}`,
    }
  }
}
