import type { Database } from '../storage/database.ts'
import { lexicalIndexSource } from './lexical/lexical-index-source.ts'
import type { LexicalSearcher } from './lexical/lexical-searcher.ts'
import { type ChangeLogTable, createChangeLog } from './sync/change-log.ts'
import { createInMemoryIndex, type InMemoryIndex } from './sync/in-memory-index.ts'
import { vectorIndexSource } from './vector/vector-index-source.ts'
import type { VectorSearcher } from './vector/vector-searcher.ts'

/** The in-memory indexes of a server over all passages of the store. */
export interface InMemoryIndexes {
  vector: InMemoryIndex<VectorSearcher> | undefined
  lexical: InMemoryIndex<LexicalSearcher> | undefined
  /** Resolves when every index is loaded or disabled. */
  load(): Promise<void>
  close(): Promise<void>
}

export function createInMemoryIndexes({
  database,
  spaceId,
  maxBytes,
  waitForQueries = async () => {},
  now,
  onError,
  onTooLarge,
}: {
  database: Database
  /** Absent without an embedding model. */
  spaceId: number | undefined
  /** 0 disables an index. */
  maxBytes: { vectors: number; words: number }
  /** Awaited before every batch of a load. */
  waitForQueries?: () => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
  /** Called when an index exceeds its limit and is disabled. */
  onTooLarge: (table: ChangeLogTable) => void
}): InMemoryIndexes {
  const shared = { database, changeLog: createChangeLog(database), waitForQueries, now, onError, onTooLarge }
  const vector =
    spaceId !== undefined && maxBytes.vectors > 0
      ? createInMemoryIndex({
          ...shared,
          source: vectorIndexSource(database, spaceId),
          maxBytes: maxBytes.vectors,
        })
      : undefined
  const lexical =
    maxBytes.words > 0
      ? createInMemoryIndex({ ...shared, source: lexicalIndexSource(database), maxBytes: maxBytes.words })
      : undefined
  return {
    vector,
    lexical,
    async load() {
      // One after the other, to leave the database to the queries.
      await vector?.load()
      await lexical?.load()
    },
    async close() {
      await Promise.all([vector?.close(), lexical?.close()])
    },
  }
}
