import type { Database } from '../storage/database.ts'
import { type ChangeList, createChanges } from './changes.ts'
import { createMirror, type Mirror } from './mirror.ts'
import { storedVectors } from './vectors/stored-vectors.ts'
import type { HeldVectors } from './vectors/vector-thread.ts'
import { storedWords } from './words/stored-words.ts'
import type { HeldWords } from './words/word-thread.ts'

/** What a server holds in memory of all passages, to find them by. */
export interface Mirrors {
  vectors: Mirror<HeldVectors> | undefined
  words: Mirror<HeldWords> | undefined
  /** Resolves when everything was read in that may be. */
  fill(): Promise<void>
  close(): Promise<void>
}

export function createMirrors({
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
  onTooLarge: (list: ChangeList) => void
}): Mirrors {
  // A node of a cluster that spreads its rows would read all of them over the network.
  const most = database.isDistributed ? { vectors: 0, words: 0 } : mostBytes
  const following = { database, changes: createChanges(database), turn, now, onError, onTooLarge }
  const vectors =
    spaceId !== undefined && most.vectors > 0
      ? createMirror({ ...following, part: storedVectors(database, spaceId), mostBytes: most.vectors })
      : undefined
  const words =
    most.words > 0
      ? createMirror({ ...following, part: storedWords(database), mostBytes: most.words })
      : undefined
  return {
    vectors,
    words,
    async fill() {
      // One after the other: whoever asks meanwhile waits for the database, too.
      await vectors?.fill()
      await words?.fill()
    },
    async close() {
      await Promise.all([vectors?.close(), words?.close()])
    },
  }
}
