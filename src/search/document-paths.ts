import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { ancestorSql } from '../access/document-ancestors.ts'
import type { Database } from '../storage/database.ts'
import { asPrepared } from '../storage/prepared-statements.ts'

export interface AncestorTitle {
  title: string
  language: string
}

/** The notes above each document, outermost first; no entry for a document at the top. */
export type DocumentPaths = ReadonlyMap<number, readonly AncestorTitle[]>

/**
 * Returns the paths of the documents, each up to the first note that the caller cannot see. Read for every search, so that
 * moves, renames and new restrictions apply to the next one.
 */
export async function readDocumentPaths(
  database: Pick<Database, 'readStatementAs'>,
  caller: Caller,
  documentKeys: readonly number[],
): Promise<DocumentPaths> {
  const paths = new Map<number, AncestorTitle[]>()
  if (documentKeys.length === 0) return paths
  const rows = await database.readStatementAs(
    caller,
    sql<AncestorTitle & { start: number }>`${asPrepared}
    select above.start, above.title, above.language from (
      with recursive ${ancestorSql(caller, [...new Set(documentKeys)])}
      select start, title, language, depth from ancestor where depth > 0
    ) above order by above.start, above.depth desc`,
  )
  for (const { start, title, language } of rows) {
    const path = paths.get(start)
    if (path) path.push({ title, language })
    else paths.set(start, [{ title, language }])
  }
  return paths
}
