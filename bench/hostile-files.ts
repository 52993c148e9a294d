import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFileReader } from '../src/files/file-reader.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { measureAskTimesMs } from './ask-latency.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentile } from './http-load.ts'

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
    const idle = await measureAskTimesMs(url, key, () => false)
    let isReading = true
    const asking = measureAskTimesMs(url, key, () => isReading)
    for (const name of readdirSync(folder)) {
      const startedAt = performance.now()
      const outcome = await reader.read(readFileSync(join(folder, name)), { name }).then(
        () => 'read',
        (error) => error.reason,
      )
      print(`${name}: ${outcome} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    }
    isReading = false
    const busy = await asking
    const ratio = percentile(busy, 0.95) / percentile(idle, 0.95)
    print(`ask p95 meanwhile: ${ratio.toFixed(2)} × idle, over ${busy.length} questions (target: at most 1.5)`)
  } finally {
    await reader.close()
    await service.close()
    await embedder.close()
  }
}
