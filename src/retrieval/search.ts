import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { questionTerms } from '../ingest/analyze.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database } from '../storage/database.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { fuse } from './fusion.ts'
import { termWeights } from './lexical-ranking.ts'
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
      const { candidates, weights } = await database.readAs(viewer, async (store) => {
        // The ranking index gives rows in order; without statistics the planner would rather score and sort them all.
        await sql`set local enable_sort = off`.execute(store)
        return {
          weights: await termWeights(store, database.lexical, terms),
          candidates: await findCandidates(store, database, viewer, {
            terms,
            vector,
            spaceId,
            depth,
            inScope: await scopeFilter(store, viewer, scope),
          }),
        }
      })
      return fuse({
        candidates,
        terms,
        weights,
        fluency: vector && embedder ? embedder.fluency(question) : 0,
      })
        .filter(({ lexical, candidate }) => lexical > 0 || candidate.similarity !== undefined)
        .map(({ candidate, score }) => ({ ...candidate, score }))
    },
  }
}
