import type { Caller } from '../../src/access/caller.ts'
import { questionTerms } from '../../src/ingest/analyze.ts'
import { createTermSamples } from '../../src/search/lexical/term-samples.ts'
import { type Searchers, shortlist } from '../../src/search/shortlist.ts'
import { createStoredSearchers } from '../../src/search/stored-searchers.ts'
import { createVectorIndexSelector } from '../../src/search/vector/vector-index-selector.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { percentile } from '../http-load.ts'
import type { EmbeddedCorpus } from './embedded-corpus.ts'

const depth = 100
/** The first so many hits are compared with those of an exact search. */
const recallDepth = 50
const tiers = ['memory', 'database'] as const

/** Asks both tiers the same questions as each user of the store, and prints times and recall. */
export async function measureTiers({
  print,
  service: { database, caller: callerOf },
  spaceId,
  store,
  questions,
  inMemory,
}: {
  print: (line: string) => void
  service: Pick<TestApp, 'database' | 'caller'>
  spaceId: number
  store: Record<'all' | 'few' | 'rare', string>
  questions: EmbeddedCorpus['questions']
  inMemory: Searchers
}): Promise<void> {
  const selectIndex = createVectorIndexSelector({ database, now: () => new Date() })
  const termSamples = createTermSamples()
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
      for (const { text, vector } of questions) {
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
}

function recall(found: readonly { chunkKey: number }[], expected: readonly { chunkKey: number }[]): number {
  const keys = new Set(found.slice(0, recallDepth).map(({ chunkKey }) => chunkKey))
  const wanted = expected.slice(0, recallDepth)
  return wanted.length === 0 ? 1 : wanted.filter(({ chunkKey }) => keys.has(chunkKey)).length / wanted.length
}
