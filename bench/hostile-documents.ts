import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestApp } from '../test/support/test-app.ts'
import { measureAskTimesMs } from './ask-latency.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentile } from './http-load.ts'

interface HostileDocument {
  name: string
  type: 'markdown' | 'html'
  content: string
}

const maxSeconds = 5

/** Indexes documents that are slow to parse, one after the other, while questions arrive. A folder adds public test cases. */
export async function benchHostile(print: (line: string) => void, [folder]: string[]): Promise<void> {
  const embedder = await benchEmbedder()
  const service = await createTestApp({ embedder })
  try {
    await service.organization('acme')
    const { key } = await service.person('acme', 'ada', { role: 'admin' })
    await service.dataSource('acme', 'pages')
    const url = await service.baseUrl()
    const documents = [...builtInDocuments(), ...(folder ? publishedDocuments(folder) : [])]
    const indexDocument = async (id: string, { name, type, content }: HostileDocument) => {
      const reply = await fetch(`${url}/v1/ask/index`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ rootId: 'pages', id, title: name, content, type },
          ...{ updatedAt: '2026-11-01T09:00:00.000Z', url: 'https://example.com/' },
        }),
      })
      await reply.text()
      return reply.status
    }
    // An empty store answers at once, so four thousand passages are stored first.
    await indexDocument('before', { name: 'before', type: 'markdown', content: 'word '.repeat(800_000) })
    await measureAskTimesMs(url, key, () => false)
    const idle = await measureAskTimesMs(url, key, () => false)
    let isIndexing = true
    const asking = measureAskTimesMs(url, key, () => isIndexing)
    const outcomes = new Map<string, number>()
    const slow: string[] = []
    const longest = { seconds: 0, name: '' }
    for (const [index, document] of documents.entries()) {
      const { name, content } = document
      const startedAt = performance.now()
      const status = await indexDocument(`h-${index}`, document)
      const seconds = (performance.now() - startedAt) / 1000
      outcomes.set(String(status), (outcomes.get(String(status)) ?? 0) + 1)
      if (seconds > maxSeconds) slow.push(`${name} (${seconds.toFixed(1)} s)`)
      if (seconds > longest.seconds) Object.assign(longest, { seconds, name })
      if (content.length > 100_000) print(`${name}: ${status} after ${seconds.toFixed(2)} s`)
    }
    isIndexing = false
    const busy = await asking
    const summary = [...outcomes].map(([status, count]) => `${count} × ${status}`).join(', ')
    print(
      `${documents.length} documents: ${summary}; the longest, ${longest.name}, took ${longest.seconds.toFixed(2)} s`,
    )
    print(`${slow.length} took longer than ${maxSeconds} s (target: none)${slow.map((name) => `\n  ${name}`).join('')}`)
    const ratio = percentile(busy, 0.95) / percentile(idle, 0.95)
    print(`ask p95 meanwhile: ${ratio.toFixed(2)} × idle, over ${busy.length} questions`)
    if (!folder) print('Pass a folder with the test cases of html5lib and CommonMark to index them as well.')
  } finally {
    await service.close()
    await embedder.close()
  }
}

function builtInDocuments(): HostileDocument[] {
  const tags = (count: number) =>
    `${'<div><b><table><tr><td>'.repeat(count)}deep${'</td></tr></table></b></div>'.repeat(count)}`
  return [
    { name: 'nested tags', type: 'html', content: tags(4700) },
    { name: 'open tags', type: 'html', content: '<div><p>'.repeat(30_000) },
    { name: 'a line of 4 MB', type: 'markdown', content: 'word '.repeat(800_000) },
    { name: 'a word of 4 MB', type: 'markdown', content: 'w'.repeat(4_000_000) },
    { name: 'a line of 4 MB in html', type: 'html', content: `<p>${'word '.repeat(800_000)}` },
    {
      name: '100,000 headings',
      type: 'markdown',
      content: Array.from({ length: 100_000 }, (_, index) => `# Heading ${index}`).join('\n\n'),
    },
    { name: 'nested quotes', type: 'markdown', content: `${'> '.repeat(60_000)}deep` },
    {
      name: 'nested lists',
      type: 'markdown',
      content: Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n'),
    },
    { name: 'open brackets', type: 'markdown', content: '['.repeat(120_000) },
    { name: 'open emphasis', type: 'markdown', content: '*a **b '.repeat(30_000) },
    {
      name: 'backticks',
      type: 'markdown',
      content: Array.from({ length: 600 }, (_, length) => '`'.repeat(length)).join(' '),
    },
    {
      name: 'a table of 20,000 cells',
      type: 'markdown',
      content: `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${`|${'x|'.repeat(2000)}\n`.repeat(10)}`,
    },
    { name: 'entities', type: 'html', content: '&amp;&lt;&#x41;&bogus;'.repeat(12_000) },
    { name: 'attributes', type: 'html', content: `<p ${'a="b" '.repeat(40_000)}>text</p>` },
  ]
}

/** Returns the tokenizer and serializer inputs of html5lib and the examples of CommonMark, if the folder has them. */
function publishedDocuments(folder: string): HostileDocument[] {
  const files = ['tokenizer', 'serializer'].flatMap((kind) => {
    const path = join(folder, 'html5lib-tests', kind)
    return existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : []
  })
  const html = files.flatMap((file) => {
    const { tests = [] } = JSON.parse(readFileSync(file, 'utf8')) as {
      tests?: { input: unknown; description: string }[]
    }
    return tests.map(({ input, description }) => ({
      name: description,
      type: 'html' as const,
      content: typeof input === 'string' ? input : JSON.stringify(input),
    }))
  })
  const spec = join(folder, 'commonmark', 'spec.json')
  const examples = existsSync(spec)
    ? (JSON.parse(readFileSync(spec, 'utf8')) as { markdown: string; html: string }[])
    : []
  return [
    ...html,
    ...examples.flatMap(({ markdown, html: rendered }, index) => [
      { name: `CommonMark ${index}`, type: 'markdown' as const, content: markdown },
      { name: `CommonMark ${index} rendered`, type: 'html' as const, content: rendered },
    ]),
  ]
}
