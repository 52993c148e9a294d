import type { FoundPassage } from '../found-passage.ts'
import { createMemoryThread } from '../memory-thread.ts'
import type { Memory } from '../mirror.ts'
import { packPlaces, unpackPlaces } from '../packed-places.ts'
import type { WordScores } from './best-by-words.ts'
import { type PackedPassages, unpacked } from './packed-passages.ts'
import type { DocumentWords, WordQuery, WordReading } from './word-memory.ts'
import type { PackedScores, WordReply, WordRequest } from './word-memory-worker.ts'

export interface HeldWords {
  best(query: WordQuery): Promise<WordScores>
  readAround(reading: WordReading): Promise<FoundPassage[]>
}

export function startWordThread(): Memory<DocumentWords> & HeldWords {
  const thread = createMemoryThread<WordRequest, WordReply>('retrieval/words/word-memory-worker')
  return {
    async put(documents) {
      if (documents.some(({ keys }) => keys.length > 0)) thread.start()
      if (!thread.isStarted) return 0
      return (await thread.ask<{ bytes: number }>({ put: documents })).bytes
    },
    async best(query) {
      if (!thread.isStarted) return { places: [], terms: [] }
      const { places, terms } = await thread.ask<PackedScores>({ best: query })
      return { places: unpackPlaces(places), terms }
    },
    async readAround(reading) {
      if (!thread.isStarted) return []
      const around = { ...reading, places: packPlaces(reading.places) }
      return unpacked(await thread.ask<PackedPassages>({ around }))
    },
    hasEnded: thread.hasEnded,
    close: thread.close,
  }
}
