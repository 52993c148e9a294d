import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { addTextToHash, hashBasis } from '../../fnv1a.ts'
import { analyzeSentences } from '../../ingest/analyze-sentences.ts'
import { LruMap } from '../../lru-map.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'

/** Features of a passage by its sentences, which the first ranking does without. */
export interface RerankFeatures {
  /** A hash per stem, and `sentenceSeparator` after each sentence. */
  stemHashes: Int32Array
  /** Eight bits per dimension, one sentence after the other; empty where only the passage has a vector, undefined before that. */
  sentenceVectors: Int8Array | undefined
  /** Mostly names other pages: an index. */
  isLinkList: boolean
}

export const sentenceSeparator = 0

export interface RerankFeatureCache {
  /** Returns the features by passage key; leaves out passages that are deleted or hidden from the caller. */
  load(caller: Caller, chunkKeys: readonly number[], withVectors: boolean): Promise<Map<number, RerankFeatures>>
}

const noSentenceVectors = new Int8Array()

/** About 3 kB each. */
const maxCachedPassages = 5000

/**
 * Caches features, because reading and analyzing passages is most of the cost of reranking. A passage's text never
 * changes under its key, nor do its sentence vectors within an embedding space. Features only rank passages that the
 * caller was found to see; the shown text is read again under the current rule.
 */
export function createRerankFeatureCache(database: Database, spaceId: number): RerankFeatureCache {
  const cache = new LruMap<number, RerankFeatures>(maxCachedPassages)
  let cachedAt = 0

  async function read(store: Sql, caller: Caller, unread: number[], unembedded: number[]): Promise<void> {
    if (unread.length > 0) {
      const { rows } = await sql<PassageTextRow>`${asPrepared}
        select c.key, c.body, c.is_link_list, d.language
        from chunk c join document d on ${visibleTo(caller, 'd')} and d.key = c.document_key
        where ${visibleTo(caller, 'c')} and c.key = any(${unread}::bigint[])`.execute(store)
      for (const row of rows)
        cache.set(row.key, {
          stemHashes: hashPassageStems(row),
          sentenceVectors: undefined,
          isLinkList: row.is_link_list,
        })
    }
    // A separate statement: joined, the two are planned badly while the store is small.
    if (unembedded.length > 0) {
      const { rows } = await sql<{ chunk_key: number; sentences: Buffer | null }>`${asPrepared}
        select v.chunk_key, v.sentences from chunk_vector v
        where ${visibleTo(caller, 'v')} and v.chunk_key = any(${unembedded}::bigint[])
          and v.space_id = ${spaceId}`.execute(store)
      for (const { chunk_key: key, sentences } of rows) {
        const features = cache.get(key)
        if (features) features.sentenceVectors = sentences ? new Int8Array(sentences) : noSentenceVectors
      }
    }
  }

  return {
    async load(caller, chunkKeys, withVectors) {
      // Keys of another server's history can belong to other passages here.
      if (database.serverIdentity.changeCount() !== cachedAt) cache.clear()
      cachedAt = database.serverIdentity.changeCount()
      const unread = chunkKeys.filter((key) => !cache.get(key))
      const unembedded = withVectors ? chunkKeys.filter((key) => !cache.get(key)?.sentenceVectors) : []
      if (unread.length + unembedded.length > 0)
        await database.readAs(caller, (store) => read(store, caller, unread, unembedded))
      const featuresByKey = new Map<number, RerankFeatures>()
      for (const key of chunkKeys) {
        const features = cache.get(key)
        if (features) featuresByKey.set(key, features)
      }
      return featuresByKey
    },
  }
}

interface PassageTextRow {
  key: number
  body: string
  is_link_list: boolean
  language: string
}

function hashPassageStems({ body, language }: Pick<PassageTextRow, 'body' | 'language'>): Int32Array {
  return Int32Array.from(
    analyzeSentences(body, language).flatMap(({ terms }) => [...[...terms].map(hashStem), sentenceSeparator]),
  )
}

/** FNV-1a, never 0. With 32 bits, a collision between a question's and a sentence's stems is negligible. */
export function hashStem(term: string): number {
  return addTextToHash(hashBasis, term) || 1
}
