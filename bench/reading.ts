import { createLocalReader } from '../src/models/local-reader.ts'
import { createTestApp, type TestApp } from '../test/support/test-app.ts'
import { measureAskTimesMs } from './ask-latency.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentile } from './http-load.ts'
import { indexAll, sampleItems } from './index-speed.ts'

/**
 * Measures what reading costs: CPU time of an answer with the reader and without, which other load hardly changes, and how
 * embedding and reading share the cores: questions during a bulk load, and the load during questions, each relative to alone.
 */
export async function benchReading(print: (line: string) => void): Promise<void> {
  const embedder = await benchEmbedder()
  const reader = createLocalReader({ log: { info: () => {}, warn: () => {}, error: () => {} } })
  const prepare = async (service: TestApp) => {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada', { role: 'admin' })
    await service.dataSource('acme', 'pages')
    await indexAll(service, key, sampleItems('', 1))
    const url = await service.baseUrl()
    await measureAskTimesMs(url, key, () => false)
    return { key, url }
  }
  try {
    const cpuMs: number[] = []
    for (const withReader of [undefined, reader]) {
      const service = await createTestApp({ embedder, ...(withReader && { reader: withReader }) })
      try {
        const { key, url } = await prepare(service)
        const before = process.cpuUsage()
        const idle = await measureAskTimesMs(url, key, () => false)
        const { user, system } = process.cpuUsage(before)
        cpuMs.push((user + system) / 1000 / idle.length)
        print(
          `${withReader ? 'with' : 'without'} the reader: ${cpuMs.at(-1)?.toFixed(0)} ms of CPU per answer, p50 ${percentile(idle, 0.5).toFixed(0)} ms`,
        )
        if (withReader) await measureSharing(print, service, { key, url, idle })
      } finally {
        await service.close()
      }
    }
    const [without, full] = cpuMs as [number, number]
    print(
      `one core: ${(1000 / full).toFixed(1)} answers a second with the reader, ${(1000 / without).toFixed(1)} without`,
    )
  } finally {
    await reader.close()
    await embedder.close()
  }
}

async function measureSharing(
  print: (line: string) => void,
  service: TestApp,
  { key, url, idle }: { key: string; url: string; idle: readonly number[] },
): Promise<void> {
  const load = async (mark: string) => {
    const startedAt = performance.now()
    await indexAll(service, key, sampleItems(mark, 1))
    return performance.now() - startedAt
  }
  const aloneMs = await load('alone ')
  let isLoading = true
  const loading = load('changed ').finally(() => {
    isLoading = false
  })
  const busy = await measureAskTimesMs(url, key, () => isLoading)
  const besideMs = await loading
  for (const share of [0.5, 0.95]) {
    const [during, without] = [percentile(busy, share), percentile(idle, share)]
    print(
      `ask p${share * 100} during a bulk load (${busy.length} questions): ${(during / without).toFixed(2)} × without (target: at most 1.5)`,
    )
  }
  print(
    `the bulk load beside questions one after the other takes ${(besideMs / aloneMs).toFixed(2)} × as long as alone`,
  )
}
