import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { startWorker } from '../src/start-worker.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { get, medianMs, percentile } from './http-load.ts'

const itemCount = 10_000

/** Measures the overhead of our HTTP layer over an empty Fastify route and over bare SQL, as ratios within one run. */
export async function benchHttp(print: (line: string) => void): Promise<void> {
  const service = await createTestApp()
  const empty = fastify()
  empty.get('/', async () => ({ ok: true }))
  try {
    const ours = await service.server.listen({ port: 0, host: '127.0.0.1' })
    await empty.listen({ port: 0, host: '127.0.0.1' })
    const bare = `http://127.0.0.1:${(empty.server.address() as AddressInfo).port}/`

    // Alternates, so that other load on the machine affects both.
    const rates = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < 5; round++) {
      rates.bare.push(await measureRate(bare))
      rates.ours.push(await measureRate(`${ours}/healthz`))
    }
    const health = median(rates.ours) / median(rates.bare)
    print(
      `/healthz: ${median(rates.ours).toFixed(0)}/s, an empty Fastify route: ${median(rates.bare).toFixed(0)}/s, ratio ${health.toFixed(2)} (target: at least 0.70)`,
    )

    await service.organization('acme')
    const ada = await service.person('acme', 'ada')
    await service.dataSource('acme', 'tickets')
    await sql`
      insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
      select s.org_id, s.id, 'item-' || n, 'Item ' || n, 'https://example.com/' || n, 'x', 'markdown', '\\x00', s.audience_id,
        timestamptz '2026-01-01' + n * interval '1 minute'
      from data_source s, generate_series(1, ${itemCount}) n`.execute(service.database.unrestricted)
    await sql`analyze document`.execute(service.database.unrestricted)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { authorization: `Bearer ${ada.key}` }
    const url = `${ours}/v1/ask/index?rootId=tickets`
    const direct = async () => {
      const total = await sql`select count(*) from document where org_id = 'acme' and root_id = 'tickets'`.execute(
        service.database.unrestricted,
      )
      const page =
        await sql`select id, title, url, updated_at from document where org_id = 'acme' and root_id = 'tickets'
        order by updated_at desc, id limit 20`.execute(service.database.unrestricted)
      return [total, page]
    }
    await medianMs(30, () => get(url, agent, headers))
    await medianMs(30, direct)
    const listTimes: number[] = []
    const sqlTimes: number[] = []
    for (let round = 0; round < 10; round++) {
      sqlTimes.push(await medianMs(30, direct))
      listTimes.push(await medianMs(30, () => get(url, agent, headers)))
    }
    const cost = median(listTimes) / median(sqlTimes)
    print(
      `GET /v1/ask/index over ${itemCount} items: ${median(listTimes).toFixed(2)} ms, its bare SQL: ${median(sqlTimes).toFixed(2)} ms, ratio ${cost.toFixed(2)} (target: at most 2)`,
    )
    agent.destroy()
  } finally {
    await empty.close()
    await service.close()
  }
}

function measureRate(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = startWorker('../bench/load-worker', { url, seconds: 2, connections: 32 })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

const median = (numbers: readonly number[]) => percentile(numbers, 0.5)
