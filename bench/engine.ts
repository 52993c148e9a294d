import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../src/storage/database.ts'
import { defaultTimeouts } from '../src/storage/postgres-pool.ts'
import { createVectorIndex } from '../src/storage/vector-index.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { buildSmallIndexes, type StoredPassages, storePassages } from './engine/build-store.ts'
import { embedCorpus } from './engine/embedded-corpus.ts'
import { withBuildProgress } from './engine/index-builds.ts'
import { measureTiers } from './engine/measure-tiers.ts'
import { loadMemoryTier, type MemoryTier } from './engine/memory-tier.ts'
import { runPhases } from './engine/phases.ts'
import { printStoreSizes } from './engine/store-sizes.ts'
import { memoryMb } from './memory-mb.ts'

/**
 * Compares the two tiers of search on the same passages, for callers who see 100 %, 8 % and 0.1 % of them: the indexes in
 * memory, and those of the database, which answer beyond VECTOR_MEMORY_MB and WORD_MEMORY_MB. Measures the shortlist of a
 * search: both rankings with the terms and vectors of their hits; the rest of a search is the same for both.
 */
export async function benchEngine(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      size: { type: 'string', default: '20000' },
      /** Passages of real text (`corpus.jsonl`) and questions (`queries.jsonl`) in the layout of BEIR. */
      corpus: { type: 'string' },
      questions: { type: 'string', default: '40' },
      /** Threads that store passages, and index builds and loads at the same time; more than 1 needs `store`. */
      jobs: { type: 'string', default: '1' },
      /** Also loads the indexes in memory from their images. */
      images: { type: 'boolean', default: false },
      /** The address of an empty database, which the passages are stored in, or of one that a run has left: it is not removed. */
      store: { type: 'string' },
    },
  })
  const jobs = Number(values.jobs)
  if (!values.corpus)
    throw new Error('Give --corpus FOLDER, with corpus.jsonl and queries.jsonl in the layout of BEIR.')
  if (jobs > 1 && !values.store)
    throw new Error('--jobs needs a PostgreSQL database: give its address with --store URL.')
  const corpus = await embedCorpus(values.corpus, Number(values.questions), benchEmbedder)
  const service = await createTestApp({
    embedder: {
      ...corpus.model,
      embed: () => Promise.reject(new Error('Everything was embedded before.')),
      close: async () => {},
    },
    config: { vectorMemoryBytes: 0, wordMemoryBytes: 0 },
    ...(values.store && {
      settings: {
        ...{ databaseUrl: values.store, dataDir: tmpdir() },
        // The build of the index of vectors waits for the other builds at its end.
        databaseTimeouts: { ...defaultTimeouts, lockMs: 3600_000 },
      },
    }),
  })
  const { database } = service
  try {
    const state = createStateFile(values.store)
    const stored = await storePassages({
      ...{ print, service, corpus, jobs, size: Number(values.size), earlier: state.read() },
    })
    state.write(stored)
    const spaceId = await currentSpaceId(database)
    let memory: MemoryTier | undefined
    await withBuildProgress(print, database, async () => {
      const invertedIndexPhases = await buildSmallIndexes(print, service, stored.missingIndexes, jobs)
      await runPhases(jobs, [
        ...invertedIndexPhases,
        () => buildVectorIndex(print, database),
        async () => {
          const isSideBySide = jobs > 1
          memory = await loadMemoryTier({ print, database, spaceId, isSideBySide, withImages: values.images })
        },
      ])
    })
    state.write({ ...stored, missingIndexes: [] })
    if (!memory) return
    if (database.engine === 'postgres') await printStoreSizes(print, database.unrestricted)
    await measureTiers({ print, service, spaceId, store: stored, questions: corpus.questions, inMemory: memory })
    print(`this process takes ${memoryMb()} MB after the measurement`)
    await memory.close()
  } finally {
    await service.close()
  }
}

/** Where a run leaves what the next one on the same store needs to know. */
function createStateFile(storeUrl: string | undefined) {
  const file = storeUrl && join(tmpdir(), `lorewell-bench-engine${new URL(storeUrl).pathname.slice(1)}.json`)
  return {
    read: () => (file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredPassages) : undefined),
    write(stored: StoredPassages) {
      if (file) writeFileSync(file, JSON.stringify(stored), { mode: 0o600 })
    },
  }
}

async function currentSpaceId({ unrestricted }: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from embedding_space where is_current`.execute(unrestricted)
  return rows[0]?.id as number
}

async function buildVectorIndex(print: (line: string) => void, database: Database): Promise<void> {
  if (database.engine !== 'postgres') return
  const startedAt = performance.now()
  const { made } = await createVectorIndex(database)
  if (made) print(`vectors indexed in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}
