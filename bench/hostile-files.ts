import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileReader, type FileReader } from '../src/files/file-reader.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { measureAskTimesMs } from './ask-latency.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentile } from './http-load.ts'

/** Questions without files are measured before each of so many parts of the files: the load of a machine changes with time. */
const parts = 4

/** Reads the hostile files of a folder, one after the other, while questions arrive. */
export async function benchHostileFiles(print: (line: string) => void, [folder]: string[]): Promise<void> {
  if (!folder) throw new Error('Name a folder of files that are made to stall or to fill memory.')
  const embedder = await benchEmbedder()
  const service = await createTestApp({ embedder })
  const reader = createFileReader()
  try {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada', { role: 'admin' })
    await service.dataSource('acme', 'pages')
    const url = await service.baseUrl()
    // An empty store answers at once, so four thousand passages are stored first.
    await service.call(key, 'POST', '/v1/ask/index', {
      ...{ rootId: 'pages', id: 'before', title: 'before', content: 'word '.repeat(800_000), type: 'markdown' },
      ...{ updatedAt: '2026-11-01T09:00:00.000Z', url: 'https://example.com/' },
    })
    await measureAskTimesMs(url, key, () => false)
    const names = readdirSync(folder)
    const idle: number[] = []
    const busy: number[] = []
    for (let part = 0; part < parts; part++) {
      const idleTimes = await measureAskTimesMs(url, key, () => false)
      let isReading = true
      const asking = measureAskTimesMs(url, key, () => isReading)
      for (const name of names.filter((_, index) => index % parts === part)) {
        print(await readTimed(reader, join(folder, name), name))
      }
      isReading = false
      const busyTimes = await asking
      print(`part ${part + 1}: ${formatTimes(busyTimes, idleTimes)}`)
      idle.push(...idleTimes)
      busy.push(...busyTimes)
    }
    print(`all parts: ${formatTimes(busy, idle)} (target: at most 1.5)`)
  } finally {
    await reader.close()
    await service.close()
    await embedder.close()
  }
}

async function readTimed(reader: FileReader, path: string, name: string): Promise<string> {
  const startedAt = performance.now()
  const outcome = await reader.read(readFileSync(path), { name }).then(
    () => 'read',
    (error) => error.reason,
  )
  return `${name}: ${outcome} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`
}

function formatTimes(busy: readonly number[], idle: readonly number[]): string {
  const [busyP95, idleP95] = [busy, idle].map((times) => percentile(times, 0.95)) as [number, number]
  return `ask p95 ${busyP95.toFixed(0)} ms over ${busy.length} questions while files are read, ${idleP95.toFixed(0)} ms over ${idle.length} without: ${(busyP95 / idleP95).toFixed(2)} ×`
}
