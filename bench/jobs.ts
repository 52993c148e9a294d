import { sql } from 'kysely'
import { contentFixture, createTestApp } from '../test/support/test-app.ts'
import { measureTimesMs, percentile } from './http-load.ts'

const jobCount = 10_000

/** Measures the throughput of the job queue and its effect on searches. */
export async function benchJobs(print: (line: string) => void): Promise<void> {
  const service = await createTestApp()
  try {
    await service.organization('acme')
    const ada = await service.person('acme', 'ada')
    await service.dataSource('acme', 'tickets')
    for (let count = 0; count < 200; count++) {
      const text = `Ticket ${count} is about door ${count % 17}, which does not close.`
      await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ id: `T-${count}`, content: text }))
    }
    const search = async (round: number) => {
      const reply = await service.call(ada.key, 'POST', '/v1/search', { query: `door ${round % 17}` })
      if (reply.status !== 200) throw new Error(reply.text)
    }
    await measureTimesMs(50, search)
    const idle = await measureTimesMs(200, search)

    let done = 0
    service.app.jobs.register('bench', async () => {
      done += 1
      return undefined
    })
    await sql`
      insert into job (org_id, kind, payload, due_at, created_at)
      select 'acme', 'bench', '{}', now() - interval '1 minute', now() from generate_series(1, ${jobCount}::int)`.execute(
      service.database.unrestricted,
    )
    const startedAt = performance.now()
    let seconds = 0
    const drained = service.app.jobs.drain().then(() => {
      seconds = (performance.now() - startedAt) / 1000
    })
    const busy: number[] = []
    while (seconds === 0) busy.push(...(await measureTimesMs(1, search)))
    await drained
    const [before, during] = [percentile(idle, 0.95), percentile(busy, 0.95)]
    print(`${done} jobs in ${seconds.toFixed(1)} s: ${(done / seconds).toFixed(0)}/s (target: at least 200/s)`)
    print(
      `/v1/search p95: idle ${before.toFixed(1)} ms, meanwhile ${during.toFixed(1)} ms over ${busy.length}, ratio ${(during / before).toFixed(2)} (target: at most 2)`,
    )
  } finally {
    await service.close()
  }
}
