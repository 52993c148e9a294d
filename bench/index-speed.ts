import { readdirSync, readFileSync } from 'node:fs'
import { ingestDocument } from '../src/ingest/ingest-document.ts'
import { createTestApp, type TestApp } from '../test/support/test-app.ts'
import { measureAskTimesMs } from './ask-latency.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentile } from './http-load.ts'

const copyCount = 6
const batchSize = 50
const rounds = 1_000
interface SampleItem {
  rootId: string
  id: string
  title: string
  content: string
  type: 'markdown'
  updatedAt: string
  url: string
}

/** Measures indexing against embedding alone, its effect on questions, and read-your-writes. */
export async function benchIndex(print: (line: string) => void): Promise<void> {
  const embedder = await benchEmbedder()
  const service = await createTestApp({ embedder })
  try {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada', { role: 'admin' })
    await service.dataSource('acme', 'pages')
    const url = await service.baseUrl()
    const items = sampleItems()

    const passages = items.flatMap((item) => ingestDocument(item).chunks.map((chunk) => chunk.passage))
    await embedder.embedPassages?.(passages.slice(0, 100), { priority: 'bulk' })
    const bareSeconds = await measureSeconds(async () => {
      await embedder.embedPassages?.(passages, { priority: 'bulk' })
    })
    // Warms up, so that compilation isn't measured.
    const warm = sampleItems('warm ').slice(0, 2 * batchSize)
    await indexAll(
      service,
      key,
      warm.map((item) => ({ ...item, id: `warm-${item.id}` })),
    )
    const firstSeconds = await measureSeconds(() => indexAll(service, key, items))
    print(
      `indexing ${passages.length} passages: ${(passages.length / firstSeconds).toFixed(1)}/s, the model alone: ${(passages.length / bareSeconds).toFixed(1)}/s, ratio ${(bareSeconds / firstSeconds).toFixed(2)} (target: at least 0.85)`,
    )
    const againSeconds = await measureSeconds(() => indexAll(service, key, items))
    print(
      `the same again, unchanged: ${(firstSeconds / againSeconds).toFixed(1)} × as fast as the first time (target: at least 20)`,
    )

    const idle = await measureAskTimesMs(url, key, () => false)
    let isLoading = true
    const load = indexAll(service, key, sampleItems('changed ')).finally(() => {
      isLoading = false
    })
    const busy = await measureAskTimesMs(url, key, () => isLoading)
    await load
    print(
      `ask p95: ${percentile(busy, 0.95).toFixed(0)} ms during a bulk load (${busy.length} questions), ${percentile(idle, 0.95).toFixed(0)} ms idle, ratio ${(percentile(busy, 0.95) / percentile(idle, 0.95)).toFixed(2)} (target: at most 2)`,
    )
    print(`${await countReadYourWrites(service, key)} of ${rounds} rounds of index, ask, delete, ask: found, then gone`)
  } finally {
    await service.close()
    await embedder.close()
  }
}

/** Returns several copies of the sample handbook, each with different words. */
export function sampleItems(mark = '', copies = copyCount): SampleItem[] {
  const folder = new URL('../sample/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  return Array.from({ length: copies }, (_, copy) =>
    files.map((file) => ({
      rootId: 'pages',
      id: `${copy}-${file}`.replace(/[^A-Za-z0-9_-]/g, '-'),
      title: `${file.replace(/\.md$/, '')} ${copy}`,
      content: readFileSync(new URL(file, folder), 'utf8').replace(/\. /g, ` ${mark}${copy}. `),
      type: 'markdown' as const,
      updatedAt: '2026-11-01T09:00:00.000Z',
      url: `https://example.com/${copy}/${encodeURIComponent(file)}`,
    })),
  ).flat()
}

export async function indexAll(service: TestApp, key: string, items: SampleItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += batchSize) {
    const reply = await service.call(key, 'POST', '/v1/ask/index/batch', {
      items: items.slice(from, from + batchSize),
    })
    if (reply.status !== 200 || reply.text.includes('"error"')) throw new Error(reply.text.slice(0, 500))
  }
  await service.app.backlog?.whenDrained()
}

async function countReadYourWrites(service: TestApp, key: string): Promise<number> {
  let count = 0
  for (let round = 0; round < rounds; round++) {
    const id = `round-${round}`
    const content = `The password of cabinet K${round} is heron${round * 7}.`
    const question = `What is the password of cabinet K${round}?`
    const found = async () => {
      const { body } = await service.call(key, 'POST', '/v1/ask', { question })
      return (body.sources as { id: string }[]).some((source) => source.id === id)
    }
    await service.call(key, 'POST', '/v1/ask/index', {
      rootId: 'pages',
      id,
      title: `Cabinet K${round}`,
      content,
      type: 'markdown',
      updatedAt: '2026-11-01T09:00:00.000Z',
      url: `https://example.com/${id}`,
    })
    const isFound = await found()
    await service.call(key, 'DELETE', `/v1/ask/index?rootId=pages&id=${id}`)
    if (isFound && !(await found())) count += 1
  }
  return count
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
