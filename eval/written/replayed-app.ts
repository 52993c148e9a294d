import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Caller } from '../../src/access/caller.ts'
import type { AnswerResult } from '../../src/contract/ask.ts'
import type { Embedder } from '../../src/models/embedder.ts'
import type { Reader } from '../../src/models/reader.ts'
import { type LlmPrompt, type LlmReply, startLlmServer } from '../../test/support/llm-server.ts'
import { createSampleApp } from '../handbook/sample-app.ts'
import { type RecordedAnswer, readAnswers } from './recordings.ts'

/** A section of a public handbook or documentation; see training/SOURCES.md for its licence. */
export interface Section {
  id: string
  book: string
  file: string
  title: string
  heading: string
  text: string
}

export type ReplayedApp = Awaited<ReturnType<typeof createReplayedApp>>

/**
 * Starts the service with the sample handbook and sections of public handbooks, and an OpenAI-compatible server that
 * replays recorded answers: everything but the model's words is real.
 */
export async function createReplayedApp(models: { embedder?: Embedder; reader?: Reader }) {
  let reply: (prompt: LlmPrompt) => LlmReply = () => ({ text: '', end: 'fail' })
  const llm = await startLlmServer((prompt) => reply(prompt))
  const sample = await createSampleApp({
    ...models,
    config: { llm: { baseUrl: llm.baseUrl, model: 'recorded', apiKey: '' } },
  })
  await sample.organization('handbooks')
  for (const section of publicSections())
    await sample.note('handbooks', {
      id: section.id,
      title: section.title || section.book,
      content: section.heading === '' ? section.text : `## ${section.heading.split(' > ').at(-1)}\n\n${section.text}`,
    })
  const reader = await sample.caller(await sample.person('handbooks', 'reader'))
  await sample.app.backlog?.whenDrained()

  const callerOf = ({ book, as }: Pick<RecordedAnswer, 'book' | 'as'>): Caller =>
    book === 'public' ? reader : sample.callers.get(as ?? 'everyone')!

  return {
    /** Asks the question of a recording while the model writes its answer. */
    async replay(recorded: RecordedAnswer, end?: LlmReply['end']): Promise<AnswerResult & { missing: string[] }> {
      const missing: string[] = []
      reply = (prompt) => (hasPassages(prompt) ? { text: citeByPrompt(recorded, prompt, missing), end } : noSearches)
      const { question } = recorded
      const result = await sample.app.answering.ask(callerOf(recorded), { question, parentId: undefined })
      return { ...result, missing }
    },
    async close() {
      await sample.close()
      await llm.close()
    },
  }
}

/** The answer to the question which further searches are needed. */
const noSearches: LlmReply = { text: 'ENOUGH' }

function hasPassages({ user }: LlmPrompt): boolean {
  return user.includes('<passage-')
}

/** Gives each citation the number that its passage has in the prompt; 99 if the prompt lacks it. */
function citeByPrompt({ answer, passages }: RecordedAnswer, { user }: LlmPrompt, missing: string[]): string {
  const blocks = user.split(/(?=<passage-\S+ number=")/)
  const numbers = passages.map((words) => {
    const number = /number="(\d+)"/.exec(blocks.find((block) => block.includes(words)) ?? '')?.[1]
    if (number === undefined) missing.push(words)
    return number ?? 99
  })
  return answer.replace(/\[(\d+)\]/g, (_, number: string) => `[${numbers[Number(number) - 1] ?? Number(number)}]`)
}

/** Every so many sections without a recorded answer is a note, too: search has to choose. */
const distractorInterval = 40

function publicSections(): Section[] {
  const words = readAnswers()
    .filter(({ book }) => book === 'public')
    .flatMap(({ passages }) => passages)
  return readSections().filter(
    ({ text }, index) => words.some((part) => text.includes(part)) || index % distractorInterval === 0,
  )
}

export function readSections(): Section[] {
  return readGzipLines<Section>('sections.jsonl.gz')
}

/** Reads a file of the hand-written questions and statements: training/questions/README.md. */
export function readGzipLines<T>(file: string): T[] {
  const path = new URL(`../../training/questions/${file}`, import.meta.url)
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}
