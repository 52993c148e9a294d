import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { readSentences } from '../ingest/read-sentences.ts'
import type { Database, Sql } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'

/** What a passage is ranked by once it is among the best: its sentences, by their stems and by their vectors. */
export interface CloseLook {
  /** A number for each stem, and `between` after each sentence. */
  stems: Int32Array
  /** Eight bits a number, one sentence behind the other; none where only the whole has a vector, undefined before that. */
  sentences: Int8Array | undefined
}

/** Stands between two sentences. */
export const between = 0

export interface CloseReading {
  /** By the keys of the passages; one that is gone, or not for the viewer, is left out. */
  look(viewer: Viewer, chunkKeys: readonly number[], withVectors: boolean): Promise<Map<number, CloseLook>>
}

const none = new Int8Array()

/** Some three kilobytes each. */
const remembered = 5000

/**
 * Reading a passage and cutting it into sentences and stems is most of the work of a close look. The text of a passage
 * never changes under its key, nor do its sentences' vectors in one space: what was looked at lately is remembered. It
 * only serves to rank what the viewer was found to see; what is shown is read again under the rule of now.
 */
export function createCloseReading(database: Database, spaceId: number): CloseReading {
  const known = new Map<number, CloseLook>()

  async function learn(store: Sql, viewer: Viewer, unread: number[], unembedded: number[]): Promise<void> {
    if (unread.length > 0) {
      const { rows } = await sql<TextRow>`${kept}
        select c.key, c.body, d.language
        from chunk c join document d on ${visibleTo(viewer, 'd')} and d.key = c.document_key
        where ${visibleTo(viewer, 'c')} and c.key = any(${unread}::bigint[])`.execute(store)
      for (const row of rows) known.set(row.key, { stems: stemsOf(row), sentences: undefined })
    }
    // A statement by itself: together they are planned badly while the store is small.
    if (unembedded.length > 0) {
      const { rows } = await sql<{ chunk_key: number; sentences: Buffer | null }>`${kept}
        select v.chunk_key, v.sentences from chunk_vector v
        where ${visibleTo(viewer, 'v')} and v.chunk_key = any(${unembedded}::bigint[])
          and v.space_id = ${spaceId}`.execute(store)
      for (const { chunk_key: key, sentences } of rows) {
        const look = known.get(key)
        if (look) look.sentences = sentences ? new Int8Array(sentences) : none
      }
    }
  }

  return {
    async look(viewer, chunkKeys, withVectors) {
      const unread = chunkKeys.filter((key) => !known.has(key))
      const unembedded = withVectors ? chunkKeys.filter((key) => !known.get(key)?.sentences) : []
      if (unread.length + unembedded.length > 0)
        await database.readAs(viewer, (store) => learn(store, viewer, unread, unembedded))
      const looks = new Map<number, CloseLook>()
      for (const key of chunkKeys) {
        const look = known.get(key)
        if (!look) continue
        looks.set(key, look)
        // Put at the end again: what was not used for longest goes first.
        known.delete(key)
        known.set(key, look)
      }
      for (const key of known.keys()) {
        if (known.size <= remembered) break
        known.delete(key)
      }
      return looks
    },
  }
}

interface TextRow {
  key: number
  body: string
  language: string
}

function stemsOf({ body, language }: TextRow): Int32Array {
  return Int32Array.from(
    readSentences(body, language).flatMap(({ terms }) => [...[...terms].map(stemNumber), between]),
  )
}

/** FNV-1a: two of a question's stems and a sentence's out of four thousand million are not taken for each other. */
export function stemNumber(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  return hash || 1
}
