import type { Viewer } from '../access/viewer.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database } from '../storage/database.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { type SearchScope, scopeFilter } from './scope.ts'

export interface Passage extends Candidate {
  score: number
}

export interface Retrieval {
  /** The best passages for a question, best first, out of what the viewer may see. */
  search(viewer: Viewer, query: { question: string; scope: SearchScope }): Promise<Passage[]>
}

const depth = 100

export function createRetrieval({
  database,
  embedder,
  spaceId,
}: {
  database: Database
  embedder: Embedder | undefined
  spaceId: number
}): Retrieval {
  return {
    async search(viewer, { question, scope }) {
      const terms = questionTerms(question)
      const vector = await embedder
        ?.embed([question], { priority: 'interactive' })
        .then(([first]) => first)
        .catch(() => undefined)
      const candidates = await database.readAs(viewer, async (store) =>
        findCandidates(store, database, viewer, {
          terms,
          vector,
          spaceId,
          depth,
          inScope: await scopeFilter(store, viewer, scope),
        }),
      )
      return candidates
        .map((candidate) => ({
          ...candidate,
          score: (candidate.bm25 ?? 0) / 20 + (candidate.similarity ?? 0),
        }))
        .sort((a, b) => b.score - a.score || a.chunkKey - b.chunkKey)
    },
  }
}
