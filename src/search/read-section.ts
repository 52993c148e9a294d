import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { PassagePages } from '../ingest/passage-pages.ts'
import type { Database } from '../storage/database.ts'
import { asPrepared } from '../storage/prepared-statements.ts'
import type { HydratedPassage } from './hydrate-passages.ts'

/** Passages before and after the given one: a list of steps seldom runs across more, a table can. */
const narrowReach = 4
export const wideReach = 60

/** Passages of a document that are read as a whole, from its beginning. */
const maxDocumentPassages = 400

/** Returns the passages of the given one's document, in their order. */
export async function readDocument(
  database: Pick<Database, 'readStatementAs'>,
  caller: Caller,
  passage: HydratedPassage,
): Promise<HydratedPassage[]> {
  const rows = await database.readStatementAs(
    caller,
    sql<{ key: number; ordinal: number; heading: string; body: string; pages: PassagePages | null }>`${asPrepared}
    select c.key, c.ordinal, c.heading, c.body, c.pages from chunk c
    where ${visibleTo(caller, 'c')} and c.document_key = ${passage.documentKey}
    order by c.ordinal limit ${maxDocumentPassages}`,
  )
  return rows.map(({ key, pages, ...row }) => ({ ...passage, ...row, chunkKey: key, pages: pages ?? undefined }))
}

/** Returns the passages around the given one that belong to the same section, in their order, the given one among them. */
export async function readSection(
  database: Pick<Database, 'readStatementAs'>,
  caller: Caller,
  passage: HydratedPassage,
  { isWide = false }: { isWide?: boolean } = {},
): Promise<HydratedPassage[]> {
  const reach = isWide ? wideReach : narrowReach
  const rows = await database.readStatementAs(
    caller,
    sql<{ key: number; ordinal: number; body: string; pages: PassagePages | null }>`${asPrepared}
    select c.key, c.ordinal, c.body, c.pages from chunk c
    where ${visibleTo(caller, 'c')} and c.document_key = ${passage.documentKey} and c.heading = ${passage.heading}
      and c.ordinal between ${passage.ordinal - reach} and ${passage.ordinal + reach}
    order by c.ordinal`,
  )
  const at = rows.findIndex(({ ordinal }) => ordinal === passage.ordinal)
  if (at < 0) return [passage]
  let first = at
  while (rows[first - 1]?.ordinal === rows[first]!.ordinal - 1) first--
  let last = at
  while (rows[last + 1]?.ordinal === rows[last]!.ordinal + 1) last++
  return rows
    .slice(first, last + 1)
    .map(({ key, ordinal, body, pages }) => ({ ...passage, chunkKey: key, ordinal, body, pages: pages ?? undefined }))
}
