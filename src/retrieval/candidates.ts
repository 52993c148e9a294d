import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { ReviewState } from '../contract/notes.ts'
import type { Database } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'
import type { FoundPassage } from './found-passage.ts'

/** A candidate that was read. */
export interface Candidate extends FoundPassage {
  heading: string
  body: string
  document: {
    id: string
    rootId: string | undefined
    title: string
    url: string
    language: string
    updatedAt: Date
    reviewState: ReviewState | undefined
    reviewUntil: Date | undefined
  }
}

interface Reading {
  viewer: Viewer
  /** Switched off only by the test that shows row-level security holding alone. */
  filter?: typeof visibleTo
}

/** With what stands in them, and in which document; one that is gone by now is left out. */
export async function readCandidates<C extends { candidate: FoundPassage }>(
  database: Pick<Database, 'readOneAs'>,
  { viewer, filter = visibleTo }: Reading,
  entries: readonly C[],
): Promise<(Omit<C, 'candidate'> & { candidate: Candidate })[]> {
  const rows = await database.readOneAs(
    viewer,
    sql<ReadRow>`${kept}
    select c.key, c.heading, c.body,
      d.id, d.root_id, d.title, d.url, d.language, d.updated_at, d.review_state, d.review_until
    from chunk c join document d on ${filter(viewer, 'd')} and d.key = c.document_key
    where ${filter(viewer, 'c')}
      and c.key = any(${entries.map(({ candidate }) => candidate.chunkKey)}::bigint[])`,
  )
  const read = new Map(rows.map((row) => [row.key, row]))
  return entries.flatMap((entry) => {
    const row = read.get(entry.candidate.chunkKey)
    return row ? [{ ...entry, candidate: { ...entry.candidate, ...present(row) } }] : []
  })
}

interface ReadRow {
  key: number
  heading: string
  body: string
  id: string
  root_id: string | null
  title: string
  url: string
  language: string
  updated_at: Date
  review_state: 'Verified' | 'Outdated' | 'VerificationRequested' | null
  review_until: Date | null
}

function present(row: ReadRow): Pick<Candidate, 'heading' | 'body' | 'document'> {
  return {
    heading: row.heading,
    body: row.body,
    document: {
      id: row.id,
      rootId: row.root_id ?? undefined,
      title: row.title,
      url: row.url,
      language: row.language,
      updatedAt: row.updated_at,
      reviewState: row.review_state ?? undefined,
      reviewUntil: row.review_until ?? undefined,
    },
  }
}
