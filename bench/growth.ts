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
/** Passages per throughput report. */
const reportInterval = 10_000
/** Target for the slowdown up to each size: from 1,000 to 100,000 and, on a server, from there to a million. */
const maxRatios = new Map([
  [100_000, 5],
  [1_000_000, 4],
])

/** Measures indexing, search, ask, list and delete, alone and mixed, as one store grows. */
export async function benchGrowth(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { plot: { type: 'string', default: 'growth.svg' } },
  })
  const sizes = (positionals.length > 0 ? positionals : ['1000', '10000', '100000']).map(Number)
  const embedder = await benchEmbedder()
  // As an operator of a store of this size would set it.
  const memoryBytes = Math.max(2 ** 29, 2000 * Math.max(...sizes))
  const service = await createTestApp({
    embedder,
    config: { vectorMemoryBytes: memoryBytes, wordMemoryBytes: memoryBytes },
  })
  const rows: GrowthMeasurement[] = []
  try {
    const store = await createSyntheticStore(service, embedder.name)
    const passages = createPassageGenerator(7, embedder.dimensions)
    let stored = 0
    let firstRate: number | undefined
    for (const size of sizes) {
      const from = stored
      const startedAt = performance.now()
      let reportedAt = startedAt
      let rate: number | undefined
      while (stored < size) {
        const count = Math.min(batch, size - stored)
        await store.add(Array.from({ length: count }, (_, i) => ({ n: stored + i, ...passages.next() })))
        stored += count
        if (stored % reportInterval !== 0) continue
        rate = reportInterval / ((performance.now() - reportedAt) / 1000)
        reportedAt = performance.now()
        firstRate ??= rate
        if (stored % (reportInterval * 10) === 0)
          print(`${stored} stored, the last ${reportInterval} at ${rate.toFixed(0)} per second`)
      }
      const perSecond = (size - from) / ((performance.now() - startedAt) / 1000)
      if (firstRate && rate && rate !== firstRate)
        print(
          `the last ${reportInterval} at ${(rate / firstRate).toFixed(2)} × the rate of the first (target: at least 0.70)`,
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
    const previous = rows[index - 1]
    const maxRatio = maxRatios.get(row.size)
    if (!previous || maxRatio === undefined) continue
    for (const name of ['search, sees 8 %', 'search, sees all'] as const) {
      const base = row.size === 100_000 ? rows[0] : previous
      const ratio = row.operations[name].p50 / (base?.operations[name].p50 ?? 1)
      print(`${name}: p50 at ${row.size} is ${ratio.toFixed(2)} × that at ${base?.size} (target: at most ${maxRatio})`)
    }
  }
  writeFileSync(values.plot, growthPlot(rows))
  print(`The plot is in ${values.plot}.`)
}
