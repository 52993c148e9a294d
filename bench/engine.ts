import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Caller } from '../src/access/caller.ts'
import { questionTerms } from '../src/ingest/analyze.ts'
import type { Embedder } from '../src/models/embedder.ts'
import { createInMemoryIndexes } from '../src/search/in-memory-indexes.ts'
import { createTermSamples } from '../src/search/lexical/term-samples.ts'
import { type Searchers, shortlist } from '../src/search/shortlist.ts'
import { createStoredSearchers } from '../src/search/stored-searchers.ts'
import { createVectorIndexSelector } from '../src/search/vector/vector-index-selector.ts'
import type { Sql } from '../src/storage/database.ts'
import { createVectorIndex, findVectorIndex, vectorIndexName } from '../src/storage/vector-index.ts'
import { createTestApp, type TestApp } from '../test/support/test-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { type BasePassage, createRecombinedPassages } from './engine/recombined-passages.ts'
import { percentile } from './http-load.ts'
import { addSyntheticPassages, createSyntheticStore } from './synthetic-store.ts'

const depth = 100
/** The first so many hits are compared with those of an exact search. */
const recallDepth = 50
const batch = 500
const tiers = ['memory', 'database'] as const
/** Passages stored as the service stores them; further ones are written before the lexical indexes, which takes a fraction of the time. */
const maxIndexedCount = 10_000
const progressInterval = 50_000

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
      /** Also loads the indexes in memory from their images. */
      images: { type: 'boolean', default: false },
      /** The address of an empty database, which the passages are stored in, or of one that a run has left: it is not removed. */
      store: { type: 'string' },
    },
  })
  const size = Number(values.size)
  if (!values.corpus)
    throw new Error('Give --corpus FOLDER, with corpus.jsonl and queries.jsonl in the layout of BEIR.')
  const embedder = await benchEmbedder()
  const service = await createTestApp({
    embedder,
    config: { vectorMemoryBytes: 0, wordMemoryBytes: 0 },
    ...(values.store && { settings: { databaseUrl: values.store, dataDir: tmpdir() } }),
  })
  try {
    const questions = readLines<{ text: string }>(values.corpus, 'queries.jsonl').slice(0, Number(values.questions))
    const vectors = await embedder.embed(questions.map(({ text }) => text))
    const keysFile =
      values.store && join(tmpdir(), `lorewell-bench-engine${new URL(values.store).pathname.slice(1)}.json`)
    const earlier =
      keysFile && existsSync(keysFile) ? (JSON.parse(readFileSync(keysFile, 'utf8')) as StoredPassages) : undefined
    const store = await buildStore({ print, service, embedder, folder: values.corpus, size, earlier })
    if (keysFile) writeFileSync(keysFile, JSON.stringify(store), { mode: 0o600 })
    await measureTiers({ print, service, store, questions, vectors, withImages: values.images })
  } finally {
    await service.close()
    await embedder.close()
  }
}

/** A synthetic store: the keys of its users, and the passages it has. */
interface StoredPassages extends Record<'all' | 'few' | 'rare', string> {
  audienceIds: readonly number[]
  size: number
}

/** Creates the store, or adds to the one of an earlier run. */
async function buildStore({
  print,
  service,
  embedder,
  folder,
  size,
  earlier,
}: {
  print: (line: string) => void
  service: TestApp
  embedder: Embedder
  folder: string
  size: number
  earlier: StoredPassages | undefined
}): Promise<StoredPassages> {
  const stored = earlier?.size ?? 0
  if (earlier && stored >= size) return earlier
  const database = service.database.unrestricted
  const passages = createRecombinedPassages(await embedCorpus(folder, embedder.embed), 7 + stored)
  const { all, few, rare, audienceIds } = earlier ?? (await createSyntheticStore(service, embedder.name))
  const addRange = async (from: number, to: number) => {
    const startedAt = performance.now()
    const rateAt = (n: number) => ((n - from) / ((performance.now() - startedAt) / 1000)).toFixed(0)
    // A batch is made while the database stores the one before.
    let stored: Promise<void> = Promise.resolve()
    for (let n = from; n < to; n += batch) {
      const numbered = Array.from({ length: Math.min(batch, to - n) }, (_, i) => ({ n: n + i, ...passages.next() }))
      await stored
      stored = addSyntheticPassages(database, { space: embedder.name, audienceIds }, numbered)
      if ((n - from) % progressInterval === 0 && n > from) print(`${n} of ${to} passages, ${rateAt(n)} per second`)
    }
    await stored
    return rateAt(to)
  }
  const indexed = service.database.lexical === 'tsvector' ? Math.min(size, stored + maxIndexedCount) : size
  print(`${indexed - stored} passages stored, ${await addRange(stored, indexed)} per second`)
  if (indexed < size) {
    await sql`drop index passage_terms_keys, chunk_terms`.execute(database)
    await dropVectorIndex(database)
    print(`${size - indexed} more without lexical indexes, ${await addRange(indexed, size)} per second`)
    const startedAt = performance.now()
    await service.database.withoutTimeout(async (store) => {
      await sql`set maintenance_work_mem = '512MB'`.execute(store)
      await sql`create index passage_terms_keys on passage_terms using gin (keys)`.execute(store)
      await sql`create index chunk_terms on chunk using gin (terms_vector)`.execute(store)
      await sql`reset maintenance_work_mem`.execute(store)
    })
    print(`lexical indexes built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  await service.database.withoutTimeout((store) => sql`vacuum analyze`.execute(store))
  return { all, few, rare, audienceIds, size }
}

/** Drops the index of vectors that an earlier run has made: inserts into it take many times longer. */
async function dropVectorIndex(store: Sql): Promise<void> {
  const index = await findVectorIndex(store)
  if (index) await sql`drop index ${sql.id(vectorIndexName(index))}`.execute(store)
}

interface EngineQuestion {
  text: string
}

/** Measures both tiers on a store that has its passages. */
async function measureTiers({
  print,
  service: { database, caller: callerOf },
  store,
  questions,
  vectors,
  withImages,
}: {
  print: (line: string) => void
  withImages: boolean
  service: Pick<Awaited<ReturnType<typeof createTestApp>>, 'database' | 'caller'>
  store: Record<'all' | 'few' | 'rare', string>
  questions: readonly EngineQuestion[]
  vectors: readonly Float32Array[]
}): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from embedding_space where is_current`.execute(
    database.unrestricted,
  )
  const spaceId = rows[0]?.id as number
  const now = () => new Date()
  if (database.engine === 'postgres') {
    const startedAt = performance.now()
    const { made } = await createVectorIndex(database)
    if (made) print(`vectors indexed in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  const imageDirectory = mkdtempSync(join(tmpdir(), 'lorewell-bench-image-'))
  const startIndexes = async () => {
    const started = createInMemoryIndexes({
      ...{ database, spaceId, now, imageDirectory, maxBytes: { vectors: 2 ** 33, words: 2 ** 33 } },
      ...{ onError: (error) => print(String(error)), onTooLarge: (list) => print(`${list} is too large`) },
    })
    await started.enableImages()
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    await started.load()
    const cpu = process.cpuUsage(cpuBefore)
    return {
      indexes: started,
      seconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (cpu.user + cpu.system) / 1_000_000,
    }
  }
  const first = await startIndexes()
  print(`loaded into memory in ${first.seconds.toFixed(1)} s, ${first.cpuSeconds.toFixed(1)} s of CPU in this process`)
  let { indexes } = first
  if (withImages) {
    const writtenAt = performance.now()
    await indexes.vector?.maintain()
    await indexes.lexical?.maintain()
    print(`images written in ${((performance.now() - writtenAt) / 1000).toFixed(1)} s`)
    await indexes.close()
    const again = await startIndexes()
    indexes = again.indexes
    print(
      `loaded from images in ${again.seconds.toFixed(1)} s, ${again.cpuSeconds.toFixed(1)} s of CPU (${(again.cpuSeconds / first.cpuSeconds).toFixed(2)} × as much)`,
    )
  }
  rmSync(imageDirectory, { recursive: true })
  const [lexical, vector] = [await indexes.lexical?.current(), await indexes.vector?.current()]
  if (!lexical || !vector) throw new Error('The indexes in memory are missing')
  const selectIndex = createVectorIndexSelector({ database, now })
  const termSamples = createTermSamples()
  const inMemory: Searchers = { lexical, vectors: vector }
  const stored = async (caller: Caller): Promise<Searchers> =>
    createStoredSearchers(database, {
      ...{ engine: 'passage-index', termSamples },
      vectors: { spaceId, approximateIndex: await selectIndex(caller) },
    })
  print('| sees | tier | p50 / p95 | recall@50 by words | recall@50 by meaning |')
  print('|---|---|---:|---:|---:|')
  for (const [name, key] of [
    ['100 %', store.all],
    ['8 %', store.few],
    ['0.1 %', store.rare],
  ] as const) {
    const caller = await callerOf({ key })
    const times = tiers.map(() => [] as number[])
    const recalls = { words: [] as number[], meaning: [] as number[] }
    // The first round warms caches. In turns, so that other load slows both down.
    for (const isMeasured of [false, true])
      for (const [at, { text }] of questions.entries()) {
        const vector = vectors[at] as Float32Array
        const query = { terms: questionTerms(text), extraTerms: [], factors: new Map(), documentKeys: undefined, depth }
        const timed = async (into: number[] | undefined, work: () => Promise<unknown>) => {
          const startedAt = performance.now()
          await work()
          if (isMeasured) into?.push(performance.now() - startedAt)
        }
        for (const [tier, searchers] of [inMemory, await stored(caller)].entries())
          await timed(times[tier], () => shortlist(caller, searchers, { ...query, vector, languageSupport: 1 }))
        if (!isMeasured) continue
        const hitsOf = async ({ lexical, vectors: searched }: Searchers) => ({
          words: (await lexical.search(caller, { ...query, visibleShare: async () => undefined })).hits,
          meaning: (await searched?.nearest(caller, { ...query, vector, limit: depth }))?.hits ?? [],
        })
        const [expected, found] = [await hitsOf(inMemory), await hitsOf(await stored(caller))]
        for (const kind of ['words', 'meaning'] as const) recalls[kind].push(recall(found[kind], expected[kind]))
      }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const p50 = (tier: number) => percentile(times[tier] ?? [], 0.5)
    for (const [tier, tierName] of tiers.entries())
      print(
        `| ${name} | ${tierName} | ${p50(tier).toFixed(0)} / ${percentile(times[tier] ?? [], 0.95).toFixed(0)} ms | ${
          tier === 0 ? '1 | 1' : `${mean(recalls.words).toFixed(3)} | ${mean(recalls.meaning).toFixed(3)}`
        } |`,
      )
    print(`| ${name} | ratio of p50 (target: at most 4) | ${(p50(1) / p50(0)).toFixed(1)} × | | |`)
  }
  await indexes.close()
}

function recall(found: readonly { chunkKey: number }[], expected: readonly { chunkKey: number }[]): number {
  const keys = new Set(found.slice(0, recallDepth).map(({ chunkKey }) => chunkKey))
  const wanted = expected.slice(0, recallDepth)
  return wanted.length === 0 ? 1 : wanted.filter(({ chunkKey }) => keys.has(chunkKey)).length / wanted.length
}

/** So many passages are embedded, by their first words: in half a minute on two cores. */
const baseCount = 1500
const embeddedWords = 40

export async function embedCorpus(
  folder: string,
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<BasePassage[]> {
  const lines = readLines<{ title?: string; text: string }>(folder, 'corpus.jsonl')
  const step = Math.max(1, Math.floor(lines.length / baseCount))
  const texts = lines
    .filter((_, index) => index % step === 0)
    .slice(0, baseCount)
    .map(({ title = '', text }) => ({ title: title.slice(0, 100), body: text.split(/\s+/).slice(0, 130).join(' ') }))
  const inputs = texts.map(({ title, body }) => `${title}\n${body.split(' ').slice(0, embeddedWords).join(' ')}`)
  const digest = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16)
  const cacheFile = join(tmpdir(), `lorewell-bench-engine-base-${digest}.json`)
  if (existsSync(cacheFile)) return JSON.parse(readFileSync(cacheFile, 'utf8')) as BasePassage[]
  const vectors = await embed(inputs)
  const base = texts.map((text, index) => ({ ...text, vector: Array.from(vectors[index] as Float32Array) }))
  writeFileSync(cacheFile, JSON.stringify(base))
  return base
}

function readLines<T>(folder: string, file: string): T[] {
  return readFileSync(`${folder}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
