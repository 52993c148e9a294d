import { afterEach, expect, test, vi } from 'vitest'
import type { ChatModel } from '../../models/chat.ts'
import type { Passage, RetrievalResult } from '../../search/retrieval.ts'
import type { AnswerListener } from '../answer-listener.ts'
import { createToolCalls } from '../written/tool-calls.ts'
import { createReportWriter } from './write-report.ts'

const bells = 'The copper bell rings at noon.'
const lamps = 'The green lamps burn until midnight.'

const passages = [bells, lamps].map(
  (body, index) =>
    ({
      ...{ chunkKey: index, documentKey: index, heading: '', body, duplicates: [], score: 1, terms: [], ordinal: 0 },
      document: { id: `n${index}`, title: 'Note', language: 'en', path: [], url: '', updatedAt: new Date(0) },
    }) as unknown as Passage,
)

const sections = [
  { title: 'Copper bell', question: 'When does the copper bell ring?' },
  { title: 'Green lamps', question: 'When do the green lamps burn?' },
]

/** Waits until the signal is aborted, like a server that has stalled. */
const stall = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

function write(chat: ChatModel, listener: AnswerListener = {}) {
  const failures: unknown[] = []
  const writeReport = createReportWriter({
    callTool: createToolCalls(),
    reader: undefined,
    newDelimiter: () => 'd',
    onModelFailure: (error) => failures.push(error),
    onSearchStepsFailure: () => {},
    onReaderFailure: () => {},
  })
  return writeReport({
    chat,
    question: { text: 'When do the copper bell and the green lamps work?', language: 'en', instructions: '' },
    findings: { passages, terms: [], weights: new Map() } as unknown as RetrievalResult,
    search: async (query) => passages.filter(({ body }) => query.includes(body.split(' ')[2]!)),
    listener,
    onPiece: () => {},
  })
}

afterEach(() => {
  vi.useRealTimers()
})

const planning: Pick<ChatModel, 'name' | 'callTool'> = {
  name: 'm',
  callTool: async (_, { name }) => (name === 'plan_report' ? [{ sections }] : []),
}

test('a model that stalls is left when the time is up; what is verified stays, and what is missing is named', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let prompts = 0
  const chat: ChatModel = {
    ...planning,
    async *stream({ signal }) {
      prompts += 1
      if (prompts > 1) {
        vi.advanceTimersByTime(5 * 60_000)
        await stall(signal)
      }
      yield `${bells} [1]`
    },
  }
  const { result, sections: traced } = await write(chat)
  expect(result.answer).toBe(`## Copper bell\n\n${bells} [1]\n\n(This report is incomplete. Not finished: Green lamps)`)
  expect(traced.map(({ outcome }) => outcome)).toEqual(['written', 'failed'])
})

test('a model that fails twice is not asked again', async () => {
  let prompts = 0
  const chat: ChatModel = {
    ...planning,
    // biome-ignore lint/correctness/useYield: it fails before its first word
    async *stream() {
      prompts += 1
      throw new Error('out of memory')
    },
    callTool: async (_, { name }) =>
      name === 'plan_report' ? [{ sections: [...sections, { title: 'Lamps', question: 'Which lamps?' }] }] : [],
  }
  const { result, sections: traced, hasModelFailed } = await write(chat)
  expect([result.sources, hasModelFailed, prompts]).toEqual([[], true, 2])
  expect(traced.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'not-reached'])
})

test('leaving ends the report with the reason of the signal, and nothing more is asked', async () => {
  const leaving = new AbortController()
  let prompts = 0
  const chat: ChatModel = {
    ...planning,
    async *stream({ signal }) {
      prompts += 1
      leaving.abort(new Error('left'))
      await stall(signal)
      yield ''
    },
  }
  await expect(write(chat, { signal: leaving.signal })).rejects.toThrow('left')
  expect(prompts).toBe(1)
})

test('a summary that no passage supports is replaced by the first sentence of each section', async () => {
  const summaries: string[] = []
  const chat: ChatModel = {
    ...planning,
    async *stream({ system, messages }) {
      if (system.includes('You write the summary')) yield 'Penguins repaired the quarterly submarine [1].'
      else yield messages[0]?.content.includes(bells) ? `${bells} [1]` : `${lamps} [1]`
    },
  }
  const { result, sentencesDropped } = await write(chat, { onSummary: (text) => summaries.push(text) })
  expect(summaries).toEqual([`${bells} [1] ${lamps} [2]`])
  expect(result.answer.startsWith(`${summaries[0]}\n\n## Copper bell`)).toBe(true)
  expect(sentencesDropped).toBe(1)
})

test('headings of a draft stand below that of its section, which it can’t repeat', async () => {
  const chat: ChatModel = {
    ...planning,
    async *stream({ messages }) {
      const isBell = messages[0]?.content.includes(bells)
      yield isBell ? `# Copper bell\n\n# Bell at noon\n\n${bells} [1]` : `${lamps} [1]`
    },
  }
  const { result } = await write(chat)
  expect(result.answer).toContain(`## Copper bell\n\n### Bell at noon\n\n${bells} [1]\n\n## Green lamps`)
})
