import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { AnswerResult, RelatedNote } from '../contract/ask.ts'
import { atCitedPage, type DocumentAddress, documentUrl, isUrlOfDocument } from '../document-url.ts'
import type { Database } from '../storage/database.ts'

/**
 * Returns a stored answer with the addresses that its sources have now. Undefined if the asker no longer sees one of them:
 * an answer quotes, and must not outlive access to its sources. Related notes that the asker no longer sees are left out.
 */
export async function withCurrentSources(
  { database, publicUrl }: { database: Database; publicUrl: string },
  caller: Caller,
  result: AnswerResult,
): Promise<AnswerResult | undefined> {
  const ids = [...result.sources, ...(result.related ?? [])].map((source) => source.id)
  if (ids.length === 0) return result
  const visible = sql<DocumentAddress>`
    select d.id, d.root_id as "rootId", d.is_attachment as "isAttachment", d.url from document d
    where ${visibleTo(caller, 'd')} and d.id = any(${ids}::text[])`
  const { rows } = await database.readAs(caller, (store) => visible.execute(store))
  const withCurrentUrl = <T extends RelatedNote>(source: T): T[] => {
    const document = rows.find((row) => row.id === source.id && isUrlOfDocument(source.url, row))
    return document ? [{ ...source, url: atCitedPage(source.url, documentUrl(publicUrl, document)) }] : []
  }
  const sources = result.sources.flatMap(withCurrentUrl)
  if (sources.length < result.sources.length) return undefined
  return { ...result, sources, ...(result.related && { related: result.related.flatMap(withCurrentUrl) }) }
}
