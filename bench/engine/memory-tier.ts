import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInMemoryIndexes, type InMemoryIndexes } from '../../src/search/in-memory-indexes.ts'
import type { LexicalSearcher } from '../../src/search/lexical/lexical-searcher.ts'
import { documentBatchSize } from '../../src/search/sync/change-log.ts'
import type { VectorSearcher } from '../../src/search/vector/vector-searcher.ts'
import type { Database } from '../../src/storage/database.ts'
import { memoryMb } from '../memory-mb.ts'

const maxIndexBytes = 2 ** 34
const progressInterval = 500_000

export interface MemoryTier {
  lexical: LexicalSearcher
  vectors: VectorSearcher
  close(): Promise<void>
}

interface MemoryTierOptions {
  print: (line: string) => void
  database: Database
  spaceId: number
  /** Loads both indexes at the same time; a server loads one after the other. */
  isSideBySide: boolean
  /** Loads the indexes a second time, from their images. */
  withImages: boolean
}

/** Loads the indexes in memory, and prints how long that takes and the memory of the process. */
export async function loadMemoryTier(options: MemoryTierOptions): Promise<MemoryTier> {
  const { print, withImages } = options
  const directory = mkdtempSync(join(tmpdir(), 'lorewell-bench-image-'))
  const memoryBefore = memoryMb()
  const first = await loadIndexes(options, directory)
  print(`loaded into memory in ${first.seconds.toFixed(1)} s, ${first.cpuSeconds.toFixed(1)} s of CPU in this process`)
  print(`this process takes ${memoryMb()} MB, ${memoryBefore} MB before`)
  let { indexes } = first
  if (withImages) {
    const writtenAt = performance.now()
    for (const one of indexes) {
      await one.vector?.maintain()
      await one.lexical?.maintain()
    }
    print(`images written in ${((performance.now() - writtenAt) / 1000).toFixed(1)} s`)
    for (const one of indexes) await one.close()
    const again = await loadIndexes(options, directory)
    indexes = again.indexes
    print(
      `loaded from images in ${again.seconds.toFixed(1)} s, ${again.cpuSeconds.toFixed(1)} s of CPU (${(again.cpuSeconds / first.cpuSeconds).toFixed(2)} × as much)`,
    )
  }
  rmSync(directory, { recursive: true })
  const lexical = await indexes.find((one) => one.lexical)?.lexical?.current()
  const vectors = await indexes.find((one) => one.vector)?.vector?.current()
  if (!lexical || !vectors) throw new Error('The indexes in memory are missing')
  return {
    lexical,
    vectors,
    async close() {
      for (const one of indexes) await one.close()
    },
  }
}

async function loadIndexes(
  { print, database, spaceId, isSideBySide, withImages }: MemoryTierOptions,
  directory: string,
): Promise<{ indexes: InMemoryIndexes[]; seconds: number; cpuSeconds: number }> {
  const limits = isSideBySide
    ? [
        { vectors: maxIndexBytes, words: 0 },
        { vectors: 0, words: maxIndexBytes },
      ]
    : [{ vectors: maxIndexBytes, words: maxIndexBytes }]
  const indexes = limits.map((maxBytes) => {
    let batches = 0
    return createInMemoryIndexes({
      ...{ database, spaceId, maxBytes, now: () => new Date() },
      imageDirectory: join(directory, `${maxBytes.vectors > 0}-${maxBytes.words > 0}`),
      async waitForQueries() {
        batches += 1
        const passages = batches * documentBatchSize
        if (passages % progressInterval === 0) print(`  ${passages} passages read into memory`)
      },
      onError: (error) => print(String(error)),
      onTooLarge: (list) => print(`${list} is too large`),
    })
  })
  // Otherwise they would be written during the measurement.
  if (withImages) for (const one of indexes) await one.enableImages()
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  await Promise.all(indexes.map((one) => one.load()))
  const cpu = process.cpuUsage(cpuBefore)
  return {
    indexes,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (cpu.user + cpu.system) / 1_000_000,
  }
}
