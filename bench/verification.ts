import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { statementsOf } from '../eval/written/measure-written.ts'
import { type RecordedAnswer, readAnswers } from '../eval/written/recordings.ts'
import { readSections } from '../eval/written/replayed-app.ts'
import { passagesOf } from '../eval/written/statements.ts'
import { createSupportJudge } from '../src/answer/verification/support-judge.ts'
import { generateAnswer } from '../src/answer/written/generative-answer.ts'
import { type NumberedPassage, selectPromptPassages } from '../src/answer/written/prompt-passages.ts'
import { createLocalReader } from '../src/models/local-reader.ts'
import type { Reader } from '../src/models/reader.ts'
import type { HydratedPassage } from '../src/search/hydrate-passages.ts'
import { percentile } from './http-load.ts'

const rounds = 7
const minSentences = 6
/** A fast model: about 100 tokens a second. */
const charactersPerSecond = 400

/**
 * Measures what verification adds to the recorded answers of six and seven sentences: from a draft that is there at once,
 * and after the last words of one that is written at the speed of a fast model.
 */
export async function benchVerification(print: (line: string) => void): Promise<void> {
  const reader = createLocalReader({ log: { info: () => {}, warn: () => {}, error: () => {} } })
  const { reader: counted, calls } = countCalls(reader)
  try {
    const drafts = readDrafts()
    const sentences = drafts.map(({ recorded }) => statementsOf(recorded).length)
    for (const draft of drafts) await writeAnswer(draft, reader)
    const times: number[][] = drafts.map(() => [])
    const cpuBefore = process.cpuUsage()
    for (let round = 0; round < rounds; round++)
      for (const [index, draft] of drafts.entries()) times[index]!.push((await writeAnswer(draft, counted)).endMs)
    const { user, system } = process.cpuUsage(cpuBefore)
    const answers = rounds * drafts.length
    print(
      `${drafts.length} answers with ${Math.min(...sentences)} to ${Math.max(...sentences)} sentences: ${(calls() / answers).toFixed(1)} inferences and ${((user + system) / 1000 / answers).toFixed(0)} ms of CPU each`,
    )
    print(`draft there at once, every round: ${format(times.flat())} (target: below 150)`)
    print(
      `… the fastest of ${rounds} rounds, which other load changes least: ${format(times.map((one) => Math.min(...one)))}`,
    )
    const streamed = []
    for (const draft of drafts) streamed.push(await writeAnswer(draft, reader, charactersPerSecond))
    const added = streamed.map(({ endMs, draftMs }) => endMs - draftMs)
    print(`written at ${charactersPerSecond} characters a second, after the last words: ${format(added)}`)
    const early = streamed.filter(({ firstMs, draftMs }) => firstMs < draftMs).length
    print(`first verified sentence before the last words: ${early} of ${streamed.length}`)
  } finally {
    await reader.close()
  }
}

interface Draft {
  recorded: RecordedAnswer
  passages: NumberedPassage[]
  text: string
}

function readDrafts(): Draft[] {
  const sample = readSamplePassages()
  const sections = readSections()
  return readAnswers()
    .filter((recorded) => statementsOf(recorded).length >= minSentences)
    .map((recorded) => {
      const contains = (text: string) => recorded.passages.some((words) => text.includes(words))
      const found =
        recorded.book === 'sample' ? sample : sections.filter(({ text }) => contains(text)).flatMap(passagesOf)
      const keys = new Set(found.filter(({ body }) => contains(body)).map(({ document }) => document.id))
      const isCited = ({ document }: HydratedPassage) => keys.has(document.id)
      // Search returns passages of other pages, too.
      const others = sample.filter((passage) => !isCited(passage))
      const passages = selectPromptPassages([...found.filter(isCited), ...others])
      const numbers = recorded.passages.map((words) => 1 + passages.findIndex(({ body }) => body.includes(words)))
      const text = recorded.answer.replace(/\[(\d+)\]/g, (_, number: string) => `[${numbers[Number(number) - 1]}]`)
      return { recorded, passages, text }
    })
}

function readSamplePassages(): HydratedPassage[] {
  const folder = new URL('../sample/handbook/', import.meta.url)
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  return pages.sort().flatMap((path, index) => {
    const text = readFileSync(new URL(path, folder), 'utf8').replace(/^---\n.*?\n---\n/s, '')
    const title = /^# (.+)$/m.exec(text)?.[1] ?? path
    const passages = passagesOf({ id: path, book: 'Larkwain handbook', title, heading: '', text })
    return passages.map((passage) => ({ ...passage, documentKey: index + 2 }))
  })
}

/** Lets a model write the draft; returns when it was finished, and when the first and last of the answer was there. */
async function writeAnswer(
  { recorded: { question }, passages, text }: Draft,
  reader: Reader,
  speed = Number.POSITIVE_INFINITY,
): Promise<{ draftMs: number; firstMs: number; endMs: number }> {
  const { signal } = new AbortController()
  const onReaderFailure = (error: unknown) => {
    throw error
  }
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  let [draftMs, firstMs] = [0, Number.POSITIVE_INFINITY]
  async function* stream() {
    const step = Number.isFinite(speed) ? 4 : text.length
    for (let at = 0; at < text.length; at += step) {
      const waitMs = ((at + step) / speed) * 1000 - elapsedMs()
      if (waitMs > 0) await sleep(waitMs)
      yield text.slice(at, at + step)
    }
    draftMs = elapsedMs()
  }
  const pieces = generateAnswer({
    chat: { name: 'recorded', stream },
    findSupport: createSupportJudge({ reader, question, language: 'en', signal, onReaderFailure }),
    question,
    passages,
    instructions: '',
    language: 'en',
    delimiter: 'bench',
    signal,
    onOutcome: () => {},
  })
  for await (const _ of pieces) firstMs = Math.min(firstMs, elapsedMs())
  return { draftMs, firstMs, endMs: elapsedMs() }
}

function format(times: readonly number[]): string {
  return `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`
}

function countCalls(reader: Reader): { reader: Reader; calls: () => number } {
  let count = 0
  const counted: Reader = {
    ...reader,
    verify: (...input) => {
      count += 1
      return reader.verify?.(...input) ?? Promise.resolve(undefined)
    },
  }
  return { reader: counted, calls: () => count }
}
