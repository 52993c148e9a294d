import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { tidyStore } from '../src/storage/tidy-store.ts'
import { scratchApp } from '../test/scratch-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { growthPlot, growthTable, type Measured } from './growth/measured.ts'
import { diskMb, measureUse } from './growth/use.ts'
import { madeUpPassages } from './made-up-passages.ts'
import { openMadeUpStore } from './made-up-store.ts'
import { memoryMb } from './memory-mb.ts'

const batch = 500
/** The pace of bringing in is told of so many at a time. */
const stretch = 10_000
/** Longer by so much at most, from each size to the next: asked for from 1,000 to 100,000 and, on a server, on to a million. */
const wanted = new Map([
  [100_000, 5],
  [1_000_000, 4],
])

/** What everything takes as one store grows: bringing in, searching, asking, listing, deleting, and all of it together. */
export async function benchGrowth(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { plot: { type: 'string', default: 'growth.svg' } },
  })
  const sizes = (positionals.length > 0 ? positionals : ['1000', '10000', '100000']).map(Number)
  const embedder = await benchEmbedder()
  // As somebody would set it who has that many.
  const mostBytes = Math.max(2 ** 29, 2000 * Math.max(...sizes))
  const service = await scratchApp({
    embedder,
    config: { vectorMemoryBytes: mostBytes, wordMemoryBytes: mostBytes },
  })
  const rows: Measured[] = []
  try {
    const store = await openMadeUpStore(service, embedder.name)
    const passages = madeUpPassages(7, embedder.dimensions)
    let stored = 0
    let firstPace: number | undefined
    for (const size of sizes) {
      const from = stored
      const startedAt = performance.now()
      let stretchedAt = startedAt
      let pace: number | undefined
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
      const perSecond = (size - from) / ((performance.now() - startedAt) / 1000)
      if (firstPace && pace && pace !== firstPace)
        print(
          `the last ${stretch} at ${(pace / firstPace).toFixed(2)} × the pace of the first (wanted: at least 0.70)`,
        )
      await tidyStore(service.database)
      await service.app.mirrors.fill()
      const uses = await measureUse(service, store, size)
      rows.push({ size, perSecond, uses, memoryMb: memoryMb(), diskMb: await diskMb(service) })
      print(`${size} passages: measured`)
    }
  } finally {
    await service.close()
    await embedder.close()
  }
  print(`\n${growthTable(rows)}\n`)
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    const most = wanted.get(row.size)
    if (!before || most === undefined) continue
    for (const name of ['search, sees 8 %', 'search, sees all'] as const) {
      const base = row.size === 100_000 ? rows[0] : before
      const ratio = row.uses[name].p50 / (base?.uses[name].p50 ?? 1)
      print(
        `${name}: p50 at ${row.size} is ${ratio.toFixed(2)} × that at ${base?.size} (wanted: at most ${most})`,
      )
    }
  }
  writeFileSync(values.plot, growthPlot(rows))
  print(`The plot is in ${values.plot}.`)
}
