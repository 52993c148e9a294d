import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tidyStore } from '../src/storage/tidy-store.ts'
import { type ScratchApp, scratchApp } from '../test/scratch-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { percentileMs, post } from './load.ts'
import { madeUpPassages } from './made-up-passages.ts'
import { openMadeUpStore } from './made-up-store.ts'

const sizes = [1_000, 100_000]
const questions = 60

/** How much longer a search takes in a hundred times as many passages, for who sees all and for who sees 8 %. */
export async function benchSearch(print: (line: string) => void): Promise<void> {
  const embedder = await benchEmbedder()
  const middles = new Map<string, number>()
  try {
    for (const size of sizes) {
      const service = await scratchApp({ embedder })
      try {
        const readers = await fill(service, size, embedder.dimensions, embedder.name, print)
        await service.app.mirrors.fill()
        for (const [who, key] of Object.entries(readers)) {
          const times = await searchTimes(service, key)
          middles.set(`${who} ${size}`, times.middle)
          print(
            `${size} passages, ${who}: p50 ${times.middle.toFixed(1)} ms, p95 ${times.slow.toFixed(1)} ms, memory ${memoryMb()} MB`,
          )
        }
      } finally {
        await service.close()
      }
    }
  } finally {
    await embedder.close()
  }
  const [small, large] = sizes
  for (const who of ['sees 8 %', 'sees all']) {
    const ratio = (middles.get(`${who} ${large}`) ?? 0) / (middles.get(`${who} ${small}`) ?? 1)
    print(`${who}: p50 at ${large} is ${ratio.toFixed(2)} × that at ${small} (wanted: at most 5)`)
  }
}

async function fill(
  service: ScratchApp,
  size: number,
  dimensions: number,
  space: string,
  print: (line: string) => void,
): Promise<Record<string, string>> {
  const store = await openMadeUpStore(service, space)
  const passages = madeUpPassages(7, dimensions)
  const startedAt = performance.now()
  for (let from = 0; from < size; from += 500) {
    const count = Math.min(500, size - from)
    await store.add(Array.from({ length: count }, (_, i) => ({ n: from + i, ...passages.next() })))
  }
  const seconds = (performance.now() - startedAt) / 1000
  await tidyStore(service.database)
  print(`${size} passages with their vectors stored at ${(size / seconds).toFixed(0)} a second`)
  return { 'sees 8 %': store.few, 'sees all': store.all }
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
