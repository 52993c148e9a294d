import { availableParallelism } from 'node:os'
import { createLocalReader } from '../src/models/local-reader.ts'
import type { Reader } from '../src/models/reader.ts'
import { percentile } from './http-load.ts'

const secondsEach = 4
/** As many as an answer reads without load. */
const passagesPerQuestion = 8
const question = 'How many vacation days do I get in Kobe?'
const sentences = [
  'Vacation days depend on the site and on how long somebody has worked for us.',
  'In Kobe you get 20 days of vacation a year, and in Leipzig 30 days.',
  'Ask your lead first, and enter the days in the calendar of the team at least two weeks before.',
  'Days that are left at the end of the year can be taken until the end of March.',
]

/**
 * Measures how many questions a second the reader reads, of eight passages each, with more threads for one question and with
 * more readers side by side, as several nodes on one machine have them.
 */
export async function benchReaderThreads(print: (line: string) => void): Promise<void> {
  const cores = availableParallelism()
  print(`${cores} cores`)
  print('| readers × threads | questions a second | p50 of one |')
  print('|---|---:|---:|')
  const powers = [1, 2, 4, 8, 16, 32].filter((count) => count <= cores)
  let single = 0
  for (const readers of powers)
    for (const threads of powers.filter((count) => count <= 4 && count * readers <= cores)) {
      const { perSecond, p50 } = await measure(readers, threads)
      single ||= perSecond
      const ratio = (perSecond / single).toFixed(1)
      print(`| ${readers} × ${threads} | ${perSecond.toFixed(1)} (${ratio} ×) | ${p50.toFixed(0)} ms |`)
    }
}

async function measure(count: number, threads: number): Promise<{ perSecond: number; p50: number }> {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const readers = Array.from({ length: count }, () => createLocalReader({ threads, log }))
  try {
    await Promise.all(readers.map(readOnce))
    const times: number[] = []
    const until = performance.now() + secondsEach * 1000
    const readUntilTheEnd = async (reader: Reader) => {
      while (performance.now() < until) times.push(await readOnce(reader))
    }
    const startedAt = performance.now()
    await Promise.all(readers.map(readUntilTheEnd))
    return { perSecond: (times.length * 1000) / (performance.now() - startedAt), p50: percentile(times, 0.5) }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()))
  }
}

async function readOnce(reader: Reader): Promise<number> {
  const startedAt = performance.now()
  const passages = Array.from({ length: passagesPerQuestion }, (_, i) => ({
    context: `Handbook › Page ${i}`,
    sentences,
  }))
  await reader.read(question, passages)
  return performance.now() - startedAt
}
