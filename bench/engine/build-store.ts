import { startWorker } from '../../src/start-worker.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { createSyntheticStore } from '../synthetic-store.ts'
import type { EmbeddedCorpus } from './embedded-corpus.ts'
import { buildIndex, dropIndexes, isInvertedIndex, vacuumPhases } from './index-builds.ts'
import { runPhases, timed } from './phases.ts'
import { createRecombinedPassages, nearestOfEach } from './recombined-passages.ts'
import { type Range, storeRange } from './store-range.ts'
import type { StoreRangeJob } from './store-range-worker.ts'

/** A synthetic store: the keys of its users, and the passages it has. */
export interface StoredPassages extends Record<'all' | 'few' | 'rare', string> {
  audienceIds: readonly number[]
  size: number
  /** Definitions of indexes that were dropped before the passages were stored. */
  missingIndexes: readonly string[]
}

/** Passages stored as the service stores them; further ones are written before the indexes, which takes a fraction of the time. */
const maxIndexedCount = 10_000
const progressInterval = 50_000
/** Of the sequence that passages are drawn from. */
const sequenceLength = 2 ** 32
/** A node has 16 connections. */
export const maxBuildsAtOnce = 8

/** Creates the store, or adds to the one of an earlier run, without the indexes that it returns as missing. */
export async function storePassages({
  print,
  service,
  corpus: { model, base },
  size,
  jobs,
  earlier,
}: {
  print: (line: string) => void
  service: TestApp
  corpus: EmbeddedCorpus
  size: number
  jobs: number
  earlier: StoredPassages | undefined
}): Promise<StoredPassages> {
  const first = earlier?.size ?? 0
  if (earlier && first >= size) return earlier
  const { database, settings } = service
  const { all, few, rare, audienceIds } = earlier ?? (await createSyntheticStore(service, model.name))
  const neighbours = nearestOfEach(base)
  const seed = 7 + first
  const passages = createRecombinedPassages(base, neighbours, seededRandom(seed))
  const target = { space: model.name, audienceIds }

  const storeHere = (range: Range) => {
    const progress = createProgress(print, range)
    return storeRange(database.unrestricted, target, passages, range, progress.add).then(progress.rate)
  }
  const storeInJobs = async (range: Range) => {
    const progress = createProgress(print, range)
    const runs = splitRange(range, jobs).map((part, index) => {
      // The first of the equal parts of the sequence belongs to the passages that are stored here.
      const skipped = (index + 1) * Math.floor(sequenceLength / (jobs + 1))
      const { databaseUrl } = settings
      return runJob({ ...part, ...target, databaseUrl, base, neighbours, seed, skipped }, progress.add)
    })
    await Promise.all(runs)
    return progress.rate()
  }

  const indexed = { from: first, to: database.lexical === 'tsvector' ? Math.min(size, first + maxIndexedCount) : size }
  const rest = { from: indexed.to, to: size }
  print(`${countOf(indexed)} passages stored, ${await storeHere(indexed)} per second`)
  const missingIndexes = countOf(rest) > 0 ? await dropIndexes(database.unrestricted) : []
  if (countOf(rest) > 0) {
    const rate = jobs > 1 ? await storeInJobs(rest) : await storeHere(rest)
    print(`${countOf(rest)} more before their indexes, ${rate} per second`)
  }
  const phases = await vacuumPhases(database)
  await timed(print, 'vacuumed', () => runPhases(Math.min(jobs, maxBuildsAtOnce), phases))
  const missing = new Set([...(earlier?.missingIndexes ?? []), ...missingIndexes])
  return { all, few, rare, audienceIds, size, missingIndexes: [...missing] }
}

/** Builds the missing indexes that take little time; returns a phase for each of the others. */
export async function buildSmallIndexes(
  print: (line: string) => void,
  { database }: Pick<TestApp, 'database'>,
  missingIndexes: readonly string[],
  jobs: number,
): Promise<(() => Promise<void>)[]> {
  const small = missingIndexes.filter((definition) => !isInvertedIndex(definition))
  if (small.length > 0)
    await timed(print, `${small.length} indexes built`, () =>
      runPhases(
        Math.min(jobs, maxBuildsAtOnce),
        small.map((definition) => () => buildIndex(database, definition)),
      ),
    )
  return missingIndexes.filter(isInvertedIndex).map((definition) => () => {
    const name = / INDEX (\S+) /.exec(definition)?.[1]
    return timed(print, `${name} built`, () => buildIndex(database, definition))
  })
}

function runJob(job: StoreRangeJob, onStored: (count: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker('../bench/engine/store-range-worker', job)
    worker.on('message', onStored)
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}

function splitRange({ from, to }: Range, count: number): Range[] {
  const boundary = (index: number) => from + Math.round(((to - from) * index) / count)
  return Array.from({ length: count }, (_, index) => ({ from: boundary(index), to: boundary(index + 1) }))
}

const countOf = ({ from, to }: Range) => to - from

function createProgress(print: (line: string) => void, { from, to }: Range) {
  const startedAt = performance.now()
  let stored = 0
  const rate = () => (stored / ((performance.now() - startedAt) / 1000)).toFixed(0)
  return {
    rate,
    add(count: number) {
      const steps = Math.floor(stored / progressInterval)
      stored += count
      if (Math.floor(stored / progressInterval) > steps)
        print(`  ${from + stored} of ${to} passages, ${rate()} per second`)
    },
  }
}
