import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { optimizeDatabase } from '../src/storage/optimize-database.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { diskMb, measureOperations } from './growth/measure-operations.ts'
import { type GrowthMeasurement, growthPlot, growthTable } from './growth/report.ts'
import { memoryMb } from './memory-mb.ts'
import { createPassageGenerator } from './synthetic-passages.ts'
import { createSyntheticStore } from './synthetic-store.ts'

const batch = 500
/** The pace of bringing in is told of so many at a time. */
const reportInterval = 10_000
/** Longer by so much at most, from each size to the next: asked for from 1,000 to 100,000 and, on a server, on to a million. */
const maxRatios = new Map([
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
  const service = await createTestApp({
    embedder,
    config: { vectorMemoryBytes: mostBytes, wordMemoryBytes: mostBytes },
  })
  const rows: GrowthMeasurement[] = []
  try {
    const store = await createSyntheticStore(service, embedder.name)
    const passages = createPassageGenerator(7, embedder.dimensions)
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
        if (stored % reportInterval !== 0) continue
        pace = reportInterval / ((performance.now() - stretchedAt) / 1000)
        stretchedAt = performance.now()
        firstPace ??= pace
        if (stored % (reportInterval * 10) === 0)
          print(`${stored} stored, the last ${reportInterval} at ${pace.toFixed(0)} a second`)
      }
      const perSecond = (size - from) / ((performance.now() - startedAt) / 1000)
      if (firstPace && pace && pace !== firstPace)
        print(
          `the last ${reportInterval} at ${(pace / firstPace).toFixed(2)} × the pace of the first (wanted: at least 0.70)`,
        )
      await optimizeDatabase(service.database)
      await service.app.inMemoryIndexes.load()
      const operations = await measureOperations(service, store, size)
      rows.push({ size, perSecond, operations, memoryMb: memoryMb(), diskMb: await diskMb(service) })
      print(`${size} passages: measured`)
    }
  } finally {
    await service.close()
    await embedder.close()
  }
  print(`\n${growthTable(rows)}\n`)
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    const most = maxRatios.get(row.size)
    if (!before || most === undefined) continue
    for (const name of ['search, sees 8 %', 'search, sees all'] as const) {
      const base = row.size === 100_000 ? rows[0] : before
      const ratio = row.operations[name].p50 / (base?.operations[name].p50 ?? 1)
      print(
        `${name}: p50 at ${row.size} is ${ratio.toFixed(2)} × that at ${base?.size} (wanted: at most ${most})`,
      )
    }
  }
  writeFileSync(values.plot, growthPlot(rows))
  print(`The plot is in ${values.plot}.`)
}
