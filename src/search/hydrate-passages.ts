import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { withStatementAudiences } from '../access/current-audiences.ts'
import { visibleTo } from '../access/visibility.ts'
import type { ReviewState } from '../contract/notes.ts'
import { documentUrl, opensPdf } from '../document-url.ts'
import { cleanText } from '../ingest/clean-text.ts'
import type { PassagePages } from '../ingest/passage-pages.ts'
import type { Database } from '../storage/database.ts'
import { asPrepared } from '../storage/prepared-statements.ts'
import type { DocumentPaths } from './document-paths.ts'
import type { PassageCandidate } from './passage-candidate.ts'

/** A candidate with its text and document. */
export interface HydratedPassage extends PassageCandidate {
  heading: string
  body: string
  /** Undefined for a document without pages. */
  pages: PassagePages | undefined
  document: {
    id: string
    rootId: string | undefined
    /** Name of its data source; undefined for a note. */
    sourceName: string | undefined
    title: string
    /** Titles of the notes above it that the caller can see, outermost first; empty for an item. */
    path: string[]
    url: string
    /** Its address opens a PDF, at a page if one is given. */
    isPdf: boolean
    /** A file attached to a note. */
    isAttachment: boolean
    language: string
    updatedAt: Date
    reviewState: ReviewState | undefined
    reviewUntil: Date | undefined
  }
}

/** Reads the text and document of each candidate; leaves out passages that are deleted or hidden from the caller by now. */
export async function hydratePassages<C extends { candidate: PassageCandidate }>(
  database: Pick<Database, 'readStatementAs'>,
  caller: Caller,
  entries: readonly C[],
  { paths, publicUrl }: { paths: DocumentPaths; publicUrl: string },
): Promise<(Omit<C, 'candidate'> & { candidate: HydratedPassage })[]> {
  const readRows = (caller: Caller, keys: readonly number[]) =>
    database.readStatementAs(
      caller,
      sql<HydratedPassageRow>`${asPrepared}
    select c.key, c.heading, c.body, c.pages,
      d.id, d.root_id, d.is_attachment, d.title, d.url, d.language, d.updated_at, d.review_state, d.review_until, s.name as source_name,
      f.media_type
    from chunk c join document d on ${visibleTo(caller, 'd')} and d.key = c.document_key
      left join data_source s on ${visibleTo(caller, 's')} and s.id = d.root_id
      left join document_file f on f.org_id = d.org_id and f.document_key = d.key
    where ${visibleTo(caller, 'c')}
      and c.key = any(${keys}::bigint[])`,
    )
  const keys = entries.map(({ candidate }) => candidate.chunkKey)
  const rowByKey = new Map((await readRows(caller, keys)).map((row) => [row.key, row]))
  const missing = keys.filter((key) => !rowByKey.has(key))
  // Deleted, hidden by now, or in an audience that replaced one of the caller's while they searched.
  if (missing.length > 0)
    for (const row of await readRows(withStatementAudiences(caller), missing)) rowByKey.set(row.key, row)
  return entries.flatMap((entry) => {
    const row = rowByKey.get(entry.candidate.chunkKey)
    if (!row) return []
    const path = (paths.get(entry.candidate.documentKey) ?? []).map(({ title }) => cleanText(title))
    const passage = presentHydratedPassage(row, path, publicUrl)
    return [{ ...entry, candidate: { ...entry.candidate, ...passage } }]
  })
}

interface HydratedPassageRow {
  key: number
  heading: string
  body: string
  pages: PassagePages | null
  id: string
  root_id: string | null
  is_attachment: boolean
  source_name: string | null
  title: string
  url: string | null
  language: string
  updated_at: Date
  review_state: 'Verified' | 'Outdated' | 'VerificationRequested' | null
  review_until: Date | null
  /** Of the file that the document was read from. */
  media_type: string | null
}

function presentHydratedPassage(
  row: HydratedPassageRow,
  path: string[],
  publicUrl: string,
): Pick<HydratedPassage, 'heading' | 'body' | 'pages' | 'document'> {
  const address = { ...row, rootId: row.root_id, isAttachment: row.is_attachment }
  return {
    heading: row.heading,
    body: row.body,
    pages: row.pages ?? undefined,
    document: {
      id: row.id,
      rootId: row.root_id ?? undefined,
      sourceName: row.source_name === null ? undefined : cleanText(row.source_name),
      title: cleanText(row.title),
      path,
      url: documentUrl(publicUrl, address),
      isPdf: opensPdf(address, row.media_type),
      isAttachment: row.is_attachment,
      language: row.language,
      updatedAt: row.updated_at,
      reviewState: row.review_state ?? undefined,
      reviewUntil: row.review_until ?? undefined,
    },
  }
}
