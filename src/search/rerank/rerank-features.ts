import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { analyzeSentences } from '../../ingest/analyze-sentences.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'

/** What a passage is ranked by once it is among the best: its sentences, by their stems and by their vectors. */
export interface RerankFeatures {
  /** A number for each stem, and `between` after each sentence. */
  stemHashes: Int32Array
  /** Eight bits a number, one sentence behind the other; none where only the whole has a vector, undefined before that. */
  sentenceVectors: Int8Array | undefined
}

/** Stands between two sentences. */
export const sentenceSeparator = 0

export interface RerankFeatureCache {
  /** By the keys of the passages; one that is gone, or not for the viewer, is left out. */
  load(
    caller: Caller,
    chunkKeys: readonly number[],
    withVectors: boolean,
  ): Promise<Map<number, RerankFeatures>>
}

const noSentenceVectors = new Int8Array()

/** Some three kilobytes each. */
const maxCachedPassages = 5000

/**
 * Reading a passage and cutting it into sentences and stems is most of the work of a close look. The text of a passage
 * never changes under its key, nor do its sentences' vectors in one space: what was looked at lately is remembered. It
 * only serves to rank what the viewer was found to see; what is shown is read again under the rule of now.
 */
export function createRerankFeatureCache(database: Database, spaceId: number): RerankFeatureCache {
  const known = new Map<number, RerankFeatures>()

  async function learn(store: Sql, caller: Caller, unread: number[], unembedded: number[]): Promise<void> {
    if (unread.length > 0) {
      const { rows } = await sql<PassageTextRow>`${asPrepared}
        select c.key, c.body, d.language
        from chunk c join document d on ${visibleTo(caller, 'd')} and d.key = c.document_key
        where ${visibleTo(caller, 'c')} and c.key = any(${unread}::bigint[])`.execute(store)
      for (const row of rows)
        known.set(row.key, { stemHashes: hashPassageStems(row), sentenceVectors: undefined })
    }
    // A statement by itself: together they are planned badly while the store is small.
    if (unembedded.length > 0) {
      const { rows } = await sql<{ chunk_key: number; sentences: Buffer | null }>`${asPrepared}
        select v.chunk_key, v.sentences from chunk_vector v
        where ${visibleTo(caller, 'v')} and v.chunk_key = any(${unembedded}::bigint[])
          and v.space_id = ${spaceId}`.execute(store)
      for (const { chunk_key: key, sentences } of rows) {
        const look = known.get(key)
        if (look) look.sentenceVectors = sentences ? new Int8Array(sentences) : noSentenceVectors
      }
    }
  }

  return {
    async load(caller, chunkKeys, withVectors) {
      const unread = chunkKeys.filter((key) => !known.has(key))
      const unembedded = withVectors ? chunkKeys.filter((key) => !known.get(key)?.sentenceVectors) : []
      if (unread.length + unembedded.length > 0)
        await database.readAs(caller, (store) => learn(store, caller, unread, unembedded))
      const looks = new Map<number, RerankFeatures>()
      for (const key of chunkKeys) {
        const look = known.get(key)
        if (!look) continue
        looks.set(key, look)
        // Put at the end again: what was not used for longest goes first.
        known.delete(key)
        known.set(key, look)
      }
      for (const key of known.keys()) {
        if (known.size <= maxCachedPassages) break
        known.delete(key)
      }
      return looks
    },
  }
}

interface PassageTextRow {
  key: number
  body: string
  language: string
}

function hashPassageStems({ body, language }: PassageTextRow): Int32Array {
  return Int32Array.from(
    analyzeSentences(body, language).flatMap(({ terms }) => [...[...terms].map(hashStem), sentenceSeparator]),
  )
}

/** FNV-1a: two of a question's stems and a sentence's out of four thousand million are not taken for each other. */
export function hashStem(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  return hash || 1
}
