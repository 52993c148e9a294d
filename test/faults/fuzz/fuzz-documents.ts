import { readdirSync, readFileSync } from 'node:fs'
import { createIngestPool } from '../../../src/ingest/ingest-pool.ts'
import type { SeededRandom } from '../../support/seeded-random.ts'
import { mutateText } from './mutate-text.ts'

const handbook = new URL('../../../sample/handbook/', import.meta.url)
const seedDocuments = [
  '<article><h1>Title</h1><p>Text with <b>bold</b> and <a href="https://example.com">a link</a>.</p><ul><li>one<li>two</ul><table><tr><th>a<td>b</table><pre>code</pre></article>',
  '# Title\n\nText with **bold** and [a link](https://example.com).\n\n1. one\n   - two\n\n| a | b |\n|---|---|\n| c | d |\n\n```js\ncode()\n```\n\n> quoted\n> > twice\n\n<div>html</div>\n\n[^1]: note',
  '---\ntitle: x\ntags: [a, b]\n---\n\nभारत में गाँव। 東京は日本の首都です。 กรุงเทพ. مرحبا بالعالم. Größe, naïve, İstanbul.',
]

/** Reads mutated documents as indexing does. What failed, how long the slowest took. */
export async function fuzzDocuments({
  count,
  random,
  longestMs,
  onProgress = () => {},
}: {
  count: number
  random: SeededRandom
  longestMs: number
  onProgress?: (read: number) => void
}): Promise<{ read: number; slowestMs: number; problems: string[] }> {
  const seeds = [...seedDocuments, ...handbookPages()]
  const pool = createIngestPool({ size: 1, deadlineMs: 4000 })
  const problems: string[] = []
  let slowestMs = 0
  try {
    // The first one waits for the thread to start.
    await pool.ingest({ title: 'x', content: 'x', type: 'markdown' })
    for (let read = 0; read < count; read++) {
      if (read % 100 === 0) onProgress(read)
      const type = random.chance(0.5) ? ('markdown' as const) : ('html' as const)
      const content = mutateText(random.pick(seeds), random)
      const title = random.chance(0.2) ? mutateText('A title', random, 500) : 'A title'
      const startedAt = performance.now()
      const failure = await pool.ingest({ title, content, type }).then(
        ({ chunks }) => (chunks.length === 0 ? 'has no passage' : undefined),
        (error: unknown) => `failed: ${String(error)}`,
      )
      const ms = performance.now() - startedAt
      slowestMs = Math.max(slowestMs, ms)
      if (failure ?? ms > longestMs)
        problems.push(`document ${read} (${type}) ${failure ?? ''} after ${Math.round(ms)} ms`)
    }
    return { read: count, slowestMs, problems }
  } finally {
    await pool.close()
  }
}

function handbookPages(): string[] {
  return readdirSync(handbook, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .slice(0, 20)
    .map((name) => readFileSync(new URL(name, handbook), 'utf8'))
}
