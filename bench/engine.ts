import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Caller } from '../src/access/caller.ts'
import { questionTerms } from '../src/ingest/analyze.ts'
import type { Embedder } from '../src/models/embedder.ts'
import { createInMemoryIndexes } from '../src/search/in-memory-indexes.ts'
import { createSqlLexicalSearcher } from '../src/search/lexical/lexical-searcher.ts'
import { createTermSamples } from '../src/search/lexical/term-samples.ts'
import { type Searchers, shortlist } from '../src/search/shortlist.ts'
import { createVectorIndexSelector } from '../src/search/vector/vector-index-selector.ts'
import { createSqlVectorSearcher } from '../src/search/vector/vector-searcher.ts'
import { createVectorIndex } from '../src/storage/vector-index.ts'
import { createTestApp, type TestApp } from '../test/support/test-app.ts'
import { benchEmbedder } from './bench-embedder.ts'
import { type BasePassage, createRecombinedPassages } from './engine/recombined-passages.ts'
import { percentile } from './http-load.ts'
import { createSyntheticStore } from './synthetic-store.ts'

const depth = 100
/** The first so many hits are compared with those of an exact search. */
const recallDepth = 50
const batch = 500

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
    const store =
      keysFile && existsSync(keysFile)
        ? (JSON.parse(readFileSync(keysFile, 'utf8')) as Record<'all' | 'few' | 'rare', string>)
        : await buildStore({ print, service, embedder, folder: values.corpus, size })
    if (keysFile) writeFileSync(keysFile, JSON.stringify(store), { mode: 0o600 })
    await measureTiers({ print, service, store, questions, vectors })
  } finally {
    await service.close()
    await embedder.close()
  }
}

async function buildStore({
  print,
  service,
  embedder,
  folder,
  size,
}: {
  print: (line: string) => void
  service: TestApp
  embedder: Embedder
  folder: string
  size: number
}): Promise<Record<'all' | 'few' | 'rare', string>> {
  const passages = createRecombinedPassages(await embedCorpus(folder, embedder.embed), 7)
  const store = await createSyntheticStore(service, embedder.name)
  const storedAt = performance.now()
  for (let n = 0; n < size; n += batch)
    await store.add(Array.from({ length: Math.min(batch, size - n) }, (_, i) => ({ n: n + i, ...passages.next() })))
  print(`${size} passages stored, ${(size / ((performance.now() - storedAt) / 1000)).toFixed(0)} per second`)
  await sql`vacuum analyze`.execute(service.database.unrestricted)
  return { all: store.all, few: store.few, rare: store.rare }
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
}: {
  print: (line: string) => void
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
    await started.load()
    return { indexes: started, seconds: (performance.now() - startedAt) / 1000 }
  }
  const first = await startIndexes()
  const writtenAt = performance.now()
  await first.indexes.vector?.maintain()
  await first.indexes.lexical?.maintain()
  print(`images written in ${((performance.now() - writtenAt) / 1000).toFixed(1)} s`)
  await first.indexes.close()
  const { indexes, seconds } = await startIndexes()
  rmSync(imageDirectory, { recursive: true })
  print(
    `loaded into memory in ${first.seconds.toFixed(1)} s, from images in ${seconds.toFixed(1)} s (${(seconds / first.seconds).toFixed(2)} ×)`,
  )
  const [lexical, vector] = [await indexes.lexical?.current(), await indexes.vector?.current()]
  if (!lexical || !vector) throw new Error('The indexes in memory are missing')
  const selectIndex = createVectorIndexSelector({ database, now })
  const samples = createTermSamples()
  const inMemory = (work: (searchers: Searchers) => Promise<unknown>) => work({ lexical, vectors: vector })
  const stored = async (caller: Caller, work: (searchers: Searchers) => Promise<unknown>) => {
    const index = await selectIndex(caller)
    return database.readAs(caller, (sql) =>
      work({
        lexical: createSqlLexicalSearcher(sql, 'passage-index', samples),
        vectors: createSqlVectorSearcher(sql, spaceId, index),
      }),
    )
  }
  print('| sees | tier | p50 | p95 | recall@50 by words | recall@50 by meaning |')
  print('|---|---|---:|---:|---:|---:|')
  for (const [name, key] of [
    ['100 %', store.all],
    ['8 %', store.few],
    ['0.1 %', store.rare],
  ] as const) {
    const caller = await callerOf({ key })
    const times = { memory: [] as number[], database: [] as number[] }
    const recalls = { words: [] as number[], meaning: [] as number[] }
    // The first round warms caches. In turns, so that other load slows both down.
    for (const isMeasured of [false, true])
      for (const [at, { text }] of questions.entries()) {
        const terms = questionTerms(text)
        const query = { terms, extraTerms: [], factors: new Map(), documentKeys: undefined, depth }
        const rank = (searchers: Searchers) =>
          shortlist(caller, searchers, { ...query, vector: vectors[at] as Float32Array, languageSupport: 1 })
        const timed = async (into: number[], work: () => Promise<unknown>) => {
          const startedAt = performance.now()
          await work()
          if (isMeasured) into.push(performance.now() - startedAt)
        }
        await timed(times.memory, () => inMemory(rank))
        await timed(times.database, () => stored(caller, rank))
        if (!isMeasured) continue
        const hitsOf = async ({ lexical, vectors: searched }: Searchers) => ({
          words: (await lexical.search(caller, { ...query, visibleShare: async () => undefined })).hits,
          meaning: (await searched!.nearest(caller, { ...query, vector: vectors[at] as Float32Array, limit: depth }))
            .hits,
        })
        const expected = (await inMemory(hitsOf)) as Awaited<ReturnType<typeof hitsOf>>
        const found = (await stored(caller, hitsOf)) as Awaited<ReturnType<typeof hitsOf>>
        for (const kind of ['words', 'meaning'] as const) recalls[kind].push(recall(found[kind], expected[kind]))
      }
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    for (const tier of ['memory', 'database'] as const)
      print(
        `| ${name} | ${tier} | ${percentile(times[tier], 0.5).toFixed(0)} ms | ${percentile(times[tier], 0.95).toFixed(0)} ms | ${
          tier === 'memory' ? '1 | 1' : `${mean(recalls.words).toFixed(3)} | ${mean(recalls.meaning).toFixed(3)}`
        } |`,
      )
  }
  await indexes.close()
}

function recall(found: readonly { chunkKey: number }[], expected: readonly { chunkKey: number }[]): number {
  const keys = new Set(found.slice(0, recallDepth).map(({ chunkKey }) => chunkKey))
  const wanted = expected.slice(0, recallDepth)
  return wanted.length === 0 ? 1 : wanted.filter(({ chunkKey }) => keys.has(chunkKey)).length / wanted.length
}

/** So many passages are embedded; at about 28 per second on two cores that takes a minute and a half. */
const baseCount = 2500

async function embedCorpus(
  folder: string,
  embed: (texts: string[]) => Promise<Float32Array[]>,
): Promise<BasePassage[]> {
  const lines = readLines<{ title?: string; text: string }>(folder, 'corpus.jsonl')
  const step = Math.max(1, Math.floor(lines.length / baseCount))
  const texts = lines
    .filter((_, index) => index % step === 0)
    .slice(0, baseCount)
    .map(({ title = '', text }) => ({ title: title.slice(0, 100), body: text.split(/\s+/).slice(0, 130).join(' ') }))
  const vectors = await embed(texts.map(({ title, body }) => `${title}\n${body}`))
  return texts.map((text, index) => ({ ...text, vector: Array.from(vectors[index] as Float32Array) }))
}

function readLines<T>(folder: string, file: string): T[] {
  return readFileSync(`${folder}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
