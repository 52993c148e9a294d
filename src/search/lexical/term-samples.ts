import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'
import { inverseDocumentFrequency } from './bm25.ts'
import type { Misspelling } from './spelling.ts'
import { createStemList, type StemList, type TermList } from './stem-list.ts'

/** Statistics of the passages that a caller can see. No other passage has an influence on them (decision 0015). */
export interface VisibleStatistics {
  /** Number of passages. */
  total: number
  /** Number of terms of a passage. */
  averageLength: number
  /** Estimates in how many passages a term occurs; 0 if it is in none of the sample. */
  documentFrequency(term: string): number
  /** Inverse document frequency. A term outside the sample weighs as one in about half a passage of it. */
  weight(term: string): number
  /** Returns the stems of the sample that a misspelt word can stand for, with their likelihood. */
  stemsNear(misspelling: Misspelling): ReadonlyMap<string, number>
}

export interface TermSamples {
  /** Reads the samples of the caller's audiences that are missing or out of date. */
  statisticsFor(store: Sql, caller: Caller): Promise<VisibleStatistics>
}

/** Passages read of each audience: so many of all of a caller's together, within bounds. Smaller audiences are counted in full. */
const sampleSize = { ofAll: 6000, min: 100, max: 2000 }
/** About 400 bytes each. */
const maxCachedPassages = 100_000
/** Reading takes time by the number of passages and of audiences, so small samples are read again sooner. */
const ttlMs = { perPassage: 60, perAudience: 30, max: 10 * 60_000 }

/**
 * Counts terms in a sample of each audience, for searches in the database. Its indexes count the passages of everyone, and
 * exact counts of the visible ones would take longer than the search. Members share the samples of the audiences they
 * share.
 */
export function createTermSamples({ clock = () => performance.now() }: { clock?: () => number } = {}): TermSamples {
  const cache = new Map<string, AudienceSample>()
  let cachedPassages = 0

  function drop(key: string): void {
    // An audience without passages takes memory, too.
    cachedPassages -= Math.max(1, cache.get(key)?.passages ?? 0)
    cache.delete(key)
  }
  function keep(key: string, sample: AudienceSample): void {
    if (cache.has(key)) drop(key)
    cachedPassages += Math.max(1, sample.passages)
    cache.set(key, sample)
    for (const oldest of cache.keys()) {
      if (cachedPassages <= maxCachedPassages || oldest === key) return
      drop(oldest)
    }
  }

  return {
    async statisticsFor(store, caller) {
      const now = clock()
      const samples = new Map<number, AudienceSample>()
      const keyOf = (audienceId: number) => `${caller.organizationId} ${audienceId}`
      for (const id of caller.audienceIds) {
        const cached = cache.get(keyOf(id))
        if (cached && now < cached.expiresAt) samples.set(id, cached)
      }
      const missing = caller.audienceIds.filter((id) => !samples.has(id))
      const evenShare = Math.ceil(sampleSize.ofAll / Math.max(1, caller.audienceIds.length))
      const size = Math.min(sampleSize.max, Math.max(sampleSize.min, evenShare))
      if (missing.length > 0)
        for (const [id, sample] of await readSamples(store, caller, { audienceIds: missing, size, now })) {
          samples.set(id, sample)
          keep(keyOf(id), sample)
        }
      return combineSamples([...samples.values()].filter(({ passages }) => passages > 0))
    },
  }
}

interface AudienceSample {
  /** Passages of the audience, and how many of them were read. */
  total: number
  passages: number
  termCount: number
  documentFrequency: ReadonlyMap<string, number>
  /** Built when the first misspelling is looked up. */
  stems?: StemList
  expiresAt: number
}

async function readSamples(
  store: Sql,
  caller: Caller,
  { audienceIds, size, now }: { audienceIds: readonly number[]; size: number; now: number },
): Promise<Map<number, AudienceSample>> {
  const visible = visibleTo({ ...caller, audienceIds: [...audienceIds] }, 'c')
  const { rows: sampled } = await sql<{ audience_id: number; total: number; key: number }>`${asPrepared}
    select audience_id, total, chunk_key as key from sample_passages(${audienceIds}::bigint[], ${size}::int)`.execute(
    store,
  )
  const totals = new Map(sampled.map(({ audience_id: id, total }) => [id, total]))
  const statement = sql<{ audience_id: number; terms: string }>`${asPrepared}
    select c.audience_id, c.terms from chunk c
    where ${visible} and c.key = any(${sampled.map(({ key }) => key)}::bigint[])`
  // Audiences without passages are looked at again soon, and many callers are in one.
  const { rows } = sampled.length > 0 ? await statement.execute(store) : { rows: [] }
  const termsByAudience = new Map(audienceIds.map((id) => [id, [] as string[]]))
  for (const { audience_id: id, terms } of rows) termsByAudience.get(id)?.push(terms)
  const ttl = (total: number) => {
    return Math.min(Math.max(total * ttlMs.perPassage, caller.audienceIds.length * ttlMs.perAudience), ttlMs.max)
  }
  const samples = new Map<number, AudienceSample>()
  for (const [id, terms] of termsByAudience) {
    const total = totals.get(id) ?? 0
    samples.set(id, { ...(await countTerms(terms)), total, expiresAt: now + ttl(total) })
  }
  return samples
}

/** Passages counted at once, so that other requests are served in between. */
const countingBatch = 200

async function countTerms(
  passages: readonly string[],
): Promise<Pick<AudienceSample, 'passages' | 'termCount' | 'documentFrequency'>> {
  const documentFrequency = new Map<string, number>()
  let termCount = 0
  for (const [index, passage] of passages.entries()) {
    if (index % countingBatch === countingBatch - 1) await setImmediate()
    const terms = passage.split(' ')
    termCount += terms.length
    for (const term of new Set(terms)) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1)
  }
  return { passages: passages.length, termCount, documentFrequency }
}

function combineSamples(samples: readonly AudienceSample[]): VisibleStatistics {
  const sum = (of: (sample: AudienceSample) => number) => samples.reduce((total, sample) => total + of(sample), 0)
  const total = sum((sample) => sample.total)
  const unseen = Math.max(1, 0.5 * sum((sample) => (sample.passages < sample.total ? passagesPerSampled(sample) : 0)))
  const documentFrequency = (term: string) =>
    sum((sample) => (sample.documentFrequency.get(term) ?? 0) * passagesPerSampled(sample))
  return {
    total,
    averageLength: sum((sample) => (sample.termCount / sample.passages) * sample.total) / Math.max(1, total) || 1,
    documentFrequency,
    // A sample can be older than the newest passage, so the total is a lower limit only.
    weight(term) {
      const frequency = documentFrequency(term) || unseen
      return inverseDocumentFrequency(frequency, Math.max(total, frequency))
    },
    stemsNear(misspelling) {
      const near = new Map<string, number>()
      for (const sample of samples) {
        sample.stems ??= createStemList(toTermList(sample.documentFrequency))
        sample.stems.forEachNear(misspelling, (_, term, likelihood) => near.set(term, likelihood))
      }
      return near
    },
  }
}

function toTermList(documentFrequency: ReadonlyMap<string, number>): TermList {
  const terms = [...documentFrequency.keys()]
  return { size: terms.length, termAt: (index) => terms[index] as string }
}

function passagesPerSampled({ total, passages }: AudienceSample): number {
  return total / passages
}
