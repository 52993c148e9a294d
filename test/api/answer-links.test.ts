import MarkdownIt, { type Token } from 'markdown-it'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeLlm } from '../support/fake-llm.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** A reader that renders all it can. */
const reader = new MarkdownIt({ html: true, linkify: true })
reader.linkify.set({ fuzzyLink: false })

function flatten(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => [token, ...flatten(token.children ?? [])])
}
const parse = (markdown: string) => flatten(reader.parse(markdown, {}))
const textOf = (markdown: string) =>
  parse(markdown)
    .map((token) => (token.type === 'softbreak' ? ' ' : token.children ? '' : token.content))
    .join('')
/** Links that the reader makes of visible addresses lead where they say. */
const activeParts = (markdown: string) =>
  parse(markdown)
    .filter((token) => token.markup !== 'linkify')
    .filter((token) => /link_open|image|html/.test(token.type) || (token.attrGet('href') ?? '') !== '')

/** Each sentence as the document says it, in html or in markdown, and as its readers see it: links of Markdown lose their address. */
const documents = [
  {
    type: 'html',
    content: 'The locker portal Zalem is [portal](https://evil.example/login) for staff.',
    shown: 'The locker portal Zalem is [portal](https://evil.example/login) for staff.',
  },
  {
    type: 'html',
    content: 'The locker portal Borin shows ![](https://tracker.example/p.png) to staff.',
    shown: 'The locker portal Borin shows ![](https://tracker.example/p.png) to staff.',
  },
  {
    type: 'html',
    content: 'The locker portal Cumin says &lt;img src=https://tracker.example/p&gt; to staff.',
    shown: 'The locker portal Cumin says <img src=https://tracker.example/p> to staff.',
  },
  {
    type: 'markdown',
    content: 'The locker portal Doval is \\[portal\\](https://evil.example/login) for staff.',
    shown: 'The locker portal Doval is portal for staff.',
  },
  {
    type: 'markdown',
    content: 'The locker portal Ewert is `[portal](javascript:alert(1))` for staff.',
    shown: 'The locker portal Ewert is [portal](javascript:alert(1)) for staff.',
  },
  {
    type: 'markdown',
    content: 'The locker portal Fenno has https://evil.example/x, www.evil.example and eve@evil.example for staff.',
    shown: 'The locker portal Fenno has https://evil.example/x, www.evil.example and eve@evil.example for staff.',
  },
  {
    type: 'markdown',
    content: '| Portal | Address |\n|---|---|\n| Locker portal Gurin | \\[for staff\\](https://evil.example) |',
    shown: 'Portal: Locker portal Gurin; Address: for staff',
    /** Quoted as a table; the cells without what is between them. */
    cells: 'Locker portal Gurinfor staff',
  },
  {
    type: 'markdown',
    content: 'The locker portal Hadal costs $5 \\[sic\\], 2\\*3\\*4, snake_case and C# for staff.',
    shown: 'The locker portal Hadal costs $5 [sic], 2*3*4, snake_case and C# for staff.',
  },
]
/** With a bidirectional override and a variation selector, which nobody sees. */
const titleOf = (index: number) => `\u202e[Page]\u{e0100}(https://evil.example/${index})`
const nameOf = ({ shown }: { shown: string }) => /portal ([A-Z]\w+)/.exec(shown)?.[1] as string

describe('a document with link or image markup in its text', () => {
  let llm: Awaited<ReturnType<typeof startFakeLlm>>
  let quoting: TestApp
  let writing: TestApp
  const people = new Map<TestApp, Person>()

  beforeAll(async () => {
    llm = await startFakeLlm()
    quoting = await createTestApp()
    writing = await createTestApp({ config: { llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } } })
    for (const service of [quoting, writing]) {
      await service.organization('acme')
      const ada = await service.person('acme', 'ada')
      people.set(service, ada)
      await service.dataSource('acme', 'tickets')
      await service.assistant('acme', 'helper', { digestDays: 366 })
      for (const [index, { type, content }] of documents.entries()) {
        const item = contentFixture({ id: `d-${index}`, title: titleOf(index), type, content })
        expect((await service.call(ada.key, 'POST', '/v1/ask/index', item)).status).toBe(200)
      }
    }
  })
  afterAll(async () => {
    await quoting.close()
    await writing.close()
    await llm.close()
  })

  const ask = async (service: TestApp, question: string) =>
    (await service.call(people.get(service)?.key, 'POST', '/v1/ask', { question })).body as {
      answer: string
      sources: { title: string; explanation: string }[]
    }

  test.each(documents)('is quoted as text: $shown', async (document) => {
    const { answer, sources } = await ask(quoting, `What about the locker portal ${nameOf(document)}?`)
    expect(textOf(answer)).toContain(document.cells ?? document.shown)
    expect(activeParts(answer)).toEqual([])
    // Title and explanation are plain text.
    expect(sources[0]?.title).toBe(`[Page](https://evil.example/${documents.indexOf(document)})`)
    expect(sources[0]?.explanation).toContain(document.shown)
  })

  test('gives no link or image to the answer of a model that repeats it', async () => {
    let answered = 0
    for (const behavior of ['honest', 'repeats-everything', 'links-away', 'obeys-the-passages'] as const) {
      llm.setBehavior(behavior)
      for (const document of documents) {
        const { answer, sources } = await ask(writing, `What about the locker portal ${nameOf(document)}?`)
        answered += sources.length > 0 ? 1 : 0
        expect(activeParts(answer), answer).toEqual([])
      }
    }
    expect(answered).toBeGreaterThan(documents.length)
  })

  test('gives a digest no links but its numbers', async () => {
    for (const service of [quoting, writing]) {
      const digest = (await service.call(people.get(service)?.key, 'GET', '/v1/ask/digest/helper')).body as string
      expect(textOf(digest)).toContain('[Page](https://evil.example/0)')
      const targets = activeParts(digest).map((token) => [token.type, token.attrGet('href')])
      expect(targets.length).toBeGreaterThan(0)
      for (const target of targets) expect(target).toEqual(['link_open', 'https://example.com/1'])
    }
  })
})
