import { Agent } from 'node:http'
import { halfOpenRequest, openRawConnection } from '../test/support/raw-connection.ts'
import { buildService, startServiceProcess } from '../test/support/service-process.ts'
import { startStubEmbeddingsServer } from '../test/support/stub-embeddings-server.ts'
import { contentFixture, createTestApp } from '../test/support/test-app.ts'
import { createTestDatabase } from '../test/support/test-database.ts'
import { percentile, postTimed } from './http-load.ts'
import { createPassageGenerator } from './synthetic-passages.ts'

const halfOpenCount = 200
const rounds = 6
const requestsPerRound = 60

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const halfOpenRequests = [
  halfOpenRequest('/sign-in', form),
  halfOpenRequest('/oauth/token', form),
  halfOpenRequest('/oauth/register', json),
  halfOpenRequest('/v1/ask', json),
  halfOpenRequest('/v1/ask/index', { ...json, authorization: 'Bearer lw_wrong' }),
]

/**
 * Keeps 200 uploads half open and measures ordinary requests meanwhile, against those without the uploads. Phases alternate,
 * so that other load on the machine affects both. The service runs in its own process.
 */
export async function benchHalfOpen(print: (line: string) => void): Promise<void> {
  buildService()
  const scratch = await createTestDatabase()
  await scratch.database.close()
  const endpoint = await startStubEmbeddingsServer()
  const passages = createPassageGenerator(5, 8)
  const prepared = await createTestApp({ settings: scratch.settings })
  await prepared.organization('acme')
  await prepared.dataSource('acme', 'tickets')
  const { key } = await prepared.person('acme', 'ada', { role: 'admin' })
  await prepared.close()
  const service = startServiceProcess(scratch.settings, { env: endpoint.env })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const url = await service.url
    if (url === undefined) throw new Error(`The service did not start:\n${service.output()}`)
    const statuses = new Map<number, number>()
    const measure = async (): Promise<number[]> => {
      const times: number[] = []
      for (let count = 0; count < requestsPerRound; count++) {
        const { title, body } = passages.next()
        const { status, ms } =
          count % 3 === 0
            ? await postTimed(
                `${url}/v1/ask/index`,
                agent,
                key,
                contentFixture({ id: `item-${count}`, title, content: body }),
              )
            : await postTimed(`${url}/v1/ask`, agent, key, { question: passages.question() })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        times.push(ms)
      }
      return times
    }
    await measure()
    const idle: number[] = []
    const attacked: number[] = []
    for (let round = 0; round < rounds; round++) {
      idle.push(...(await measure()))
      const attack = await keepHalfOpen(url)
      attacked.push(...(await measure()))
      const { reopened } = attack.stop()
      print(
        `round ${round + 1}: ${halfOpenCount} half-open uploads, reopened ${reopened} times as the service ended them`,
      )
    }
    const ratio = percentile(attacked, 0.95) / percentile(idle, 0.95)
    print(`statuses: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
    print(`idle: ${formatTimes(idle)}; with half-open uploads: ${formatTimes(attacked)}`)
    print(`p95 ratio ${ratio.toFixed(2)} (target: below 1.5)`)
  } finally {
    agent.destroy()
    await service.stop()
    await endpoint.close()
    await scratch.close()
  }
}

/** Opens the uploads, and opens each again when the service ends it. */
async function keepHalfOpen(url: string) {
  const open = new Set<Awaited<ReturnType<typeof openRawConnection>>>()
  let isStopped = false
  let reopened = 0
  const start = async (index: number): Promise<void> => {
    const connection = await openRawConnection(url, halfOpenRequests[index % halfOpenRequests.length] as string)
    open.add(connection)
    void connection.closed.then(async () => {
      open.delete(connection)
      if (isStopped) return
      reopened += 1
      await start(index).catch(() => {})
    })
  }
  await Promise.all(Array.from({ length: halfOpenCount }, (_, index) => start(index)))
  return {
    stop() {
      isStopped = true
      for (const { socket } of open) socket.destroy()
      return { reopened }
    },
  }
}

function formatTimes(times: readonly number[]): string {
  return `median ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`
}
