import { Agent } from 'node:http'
import { buildService, startServiceProcess } from '../test/support/service-process.ts'
import { startStubEmbeddingsServer } from '../test/support/stub-embeddings-server.ts'
import { contentFixture, createTestApp } from '../test/support/test-app.ts'
import { createTestDatabase } from '../test/support/test-database.ts'
import { percentile, postTimed } from './http-load.ts'
import { createPassageGenerator } from './synthetic-passages.ts'

const connections = 200
const itemCount = 300

/**
 * Sends questions at twice the sustainable rate over 200 connections: admitted questions must stay fast, the rest be
 * refused, and memory stay bounded. The service runs in its own process.
 */
export async function benchOverload(print: (line: string) => void, argv: string[]): Promise<void> {
  const seconds = Number(argv[0] ?? 60)
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
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  try {
    const url = await service.url
    if (url === undefined) throw new Error(`The service did not start:\n${service.output()}`)
    for (let done = 0; done < itemCount; done += 50) {
      const batch = Array.from({ length: 50 }, (_, index) => {
        const { title, body } = passages.next()
        return contentFixture({ id: `item-${done + index}`, title, content: body })
      })
      await postTimed(`${url}/v1/ask/index/batch`, agent, key, { items: batch })
    }
    const ask = () => postTimed(`${url}/v1/ask`, agent, key, { question: passages.question() })
    const memory = async () => {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / 1024 / 1024
    }

    const idle: number[] = []
    for (let round = 0; round < 150; round++) idle.push((await ask()).ms)
    const alone = idle.slice(50)
    const idleMs = percentile(alone, 0.5)
    print(
      `alone: median ${idleMs.toFixed(1)} ms, p99 ${percentile(alone, 0.99).toFixed(1)} ms, ${(await memory()).toFixed(0)} MB`,
    )

    const held = await measureClosedLoopRate(ask, { connections: 4, seconds: Math.min(10, seconds) })
    print(`held with 4 connections: ${held.toFixed(1)} questions a second`)

    const replies: { status: number; ms: number }[] = []
    const sizes: number[] = []
    const rate = 2 * held
    const startedAt = performance.now()
    const open = new Set<Promise<void>>()
    for (let sent = 0; sent < rate * seconds; sent++) {
      const dueMs = (sent * 1000) / rate - (performance.now() - startedAt)
      if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
      const pending: Promise<void> = ask().then((reply) => {
        replies.push(reply)
        open.delete(pending)
      })
      open.add(pending)
      if (sent % Math.ceil(rate * 5) === 0) sizes.push(await memory())
    }
    await Promise.all(open)
    sizes.push(await memory())
    const accepted = replies.filter(({ status }) => status === 200).map(({ ms }) => ms)
    const refused = replies.filter(({ status }) => status === 503 || status === 429).length
    const p99 = percentile(accepted, 0.99)
    print(
      `${replies.length} questions in ${seconds} s at ${rate.toFixed(1)} per second: ${accepted.length} answered, ${refused} refused (503/429), ${replies.length - accepted.length - refused} otherwise`,
    )
    print(
      `answered: median ${percentile(accepted, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / idleMs).toFixed(2)} times the median alone, ${(p99 / percentile(alone, 0.99)).toFixed(2)} times the p99 alone (target: at most 5)`,
    )
    print(
      `memory: ${sizes.map((size) => size.toFixed(0)).join(', ')} MB; the service ${service.child.exitCode === null ? 'is running' : 'has ended'}`,
    )
  } finally {
    agent.destroy()
    await service.stop()
    await endpoint.close()
    await scratch.close()
  }
}

async function measureClosedLoopRate(
  ask: () => Promise<{ status: number }>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const endsAt = performance.now() + seconds * 1000
  let answered = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) if ((await ask()).status === 200) answered += 1
    }),
  )
  return answered / seconds
}
