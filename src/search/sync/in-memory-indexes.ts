import type { Database } from '../../storage/database.ts'
import type { LexicalIndexClient } from '../lexical/lexical-index-client.ts'
import { lexicalIndexSource } from '../lexical/lexical-index-source.ts'
import type { FlatVectorIndexClient } from '../vector/flat-vector-index-client.ts'
import { vectorIndexSource } from '../vector/vector-index-source.ts'
import { type ChangeLogTable, createChangeLog } from './change-log.ts'
import { createInMemoryIndex, type InMemoryIndex } from './in-memory-index.ts'

/** What a server holds in memory of all passages, to find them by. */
export interface InMemoryIndexes {
  vector: InMemoryIndex<FlatVectorIndexClient> | undefined
  lexical: InMemoryIndex<LexicalIndexClient> | undefined
  /** Resolves when everything was read in that may be. */
  load(): Promise<void>
  close(): Promise<void>
}

export function createInMemoryIndexes({
  database,
  spaceId,
  mostBytes,
  turn = async () => {},
  now,
  onError,
  onTooLarge,
}: {
  database: Database
  /** Absent without a model: nothing has a vector. */
  spaceId: number | undefined
  /** 0: none. */
  mostBytes: { vectors: number; words: number }
  /** Awaited before every step of filling. */
  turn?: () => Promise<void>
  now: () => Date
  onError: (error: unknown) => void
  /** The store has more than may be held of it. */
  onTooLarge: (list: ChangeLogTable) => void
}): InMemoryIndexes {
  // A node of a cluster that spreads its rows would read all of them over the network.
  const most = database.isDistributed ? { vectors: 0, words: 0 } : mostBytes
  const following = { database, changes: createChangeLog(database), turn, now, onError, onTooLarge }
  const vector =
    spaceId !== undefined && most.vectors > 0
      ? createInMemoryIndex({
          ...following,
          part: vectorIndexSource(database, spaceId),
          mostBytes: most.vectors,
        })
      : undefined
  const lexical =
    most.words > 0
      ? createInMemoryIndex({ ...following, part: lexicalIndexSource(database), mostBytes: most.words })
      : undefined
  return {
    vector,
    lexical,
    async load() {
      // One after the other: whoever asks meanwhile waits for the database, too.
      await vector?.load()
      await lexical?.load()
    },
    async close() {
      await Promise.all([vector?.close(), lexical?.close()])
    },
  }
}
