import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tidyStore } from '../src/storage/tidy-store.ts'
import { type ScratchApp, scratchApp } from '../test/scratch-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentileMs, post } from './load.ts'
import { madeUpPassages } from './made-up-passages.ts'
import { openMadeUpStore } from './made-up-store.ts'

const usualSizes = ['1000', '100000']
const questions = 60
const batch = 500
/** The pace of bringing in is told of so many at a time. */
const stretch = 10_000
/** At most so much longer, from each size to the next: asked for from 1,000 to 100,000 and, on a server, on to a million. */
const wanted = new Map([
  [100_000, 5],
  [1_000_000, 4],
])

/** How much longer a search takes as one store grows, for who sees all and for who sees 8 %; and how bringing in keeps up. */
export async function benchSearch(print: (line: string) => void, argv: string[]): Promise<void> {
  const sizes = (argv.length > 0 ? argv : usualSizes).map(Number)
  const embedder = await benchEmbedder()
  // As somebody would set it who has that many.
  const mostBytes = Math.max(2 ** 29, 2000 * Math.max(...sizes))
  const service = await scratchApp({
    embedder,
    config: { vectorMemoryBytes: mostBytes, wordMemoryBytes: mostBytes },
  })
  try {
    const store = await openMadeUpStore(service, embedder.name)
    const readers = { 'sees 8 %': store.few, 'sees all': store.all }
    const passages = madeUpPassages(7, embedder.dimensions)
    const before = new Map<string, number>()
    let stored = 0
    let firstPace: number | undefined
    for (const size of sizes) {
      const from = stored
      const startedAt = performance.now()
      let pace = 0
      let stretchedAt = startedAt
      while (stored < size) {
        const count = Math.min(batch, size - stored)
        await store.add(Array.from({ length: count }, (_, i) => ({ n: stored + i, ...passages.next() })))
        stored += count
        if (stored % stretch !== 0) continue
        pace = stretch / ((performance.now() - stretchedAt) / 1000)
        stretchedAt = performance.now()
        firstPace ??= pace
        if (stored % (stretch * 10) === 0)
          print(`${stored} stored, the last ${stretch} at ${pace.toFixed(0)} a second`)
      }
      const seconds = (performance.now() - startedAt) / 1000
      print(`${size} passages with their vectors: stored at ${((size - from) / seconds).toFixed(0)} a second`)
      if (firstPace && pace !== firstPace)
        print(
          `the last ${stretch} at ${(pace / firstPace).toFixed(2)} × the pace of the first (wanted: at least 0.70)`,
        )
      await tidyStore(service.database)
      await service.app.mirrors.fill()
      for (const [who, key] of Object.entries(readers)) {
        const { middle, slow } = await searchTimes(service, key)
        print(
          `${size} passages, ${who}: p50 ${middle.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms, memory ${memoryMb()} MB`,
        )
        const smaller = before.get(who)
        const most = wanted.get(size)
        if (smaller)
          print(
            `${who}: p50 at ${size} is ${(middle / smaller).toFixed(2)} × that at ${from}${most ? ` (wanted: at most ${most})` : ''}`,
          )
        before.set(who, middle)
      }
    }
  } finally {
    await service.close()
    await embedder.close()
  }
}

async function searchTimes(service: ScratchApp, key: string): Promise<{ middle: number; slow: number }> {
  const url = await service.address()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asked = madeUpPassages(99, 8)
  const times: number[] = []
  for (let n = 0; n < questions + 10; n++) {
    const query = asked.question()
    const startedAt = performance.now()
    await post(`${url}/v1/search`, agent, { authorization: `Bearer ${key}` }, { query, limit: 10 })
    if (n >= 10) times.push(performance.now() - startedAt)
  }
  agent.destroy()
  return { middle: percentileMs(times, 0.5), slow: percentileMs(times, 0.95) }
}

function memoryMb(): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Math.round(Number(kb) / 1024)
}
