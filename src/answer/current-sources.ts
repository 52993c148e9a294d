import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import type { AnswerResult, RelatedNote } from '../contract/ask.ts'
import { atCitedPage, type DocumentAddress, documentUrl, isUrlOfDocument } from '../document-url.ts'
import type { Database } from '../storage/database.ts'

/**
 * Returns a stored answer with the addresses that its sources have now. Undefined if the asker no longer sees one of them:
 * an answer quotes, and must not outlive access to its sources. Related notes that the asker no longer sees are left out.
 *
 * Items of several data sources can have the same id and address, and the answer doesn't say which of them it quotes: the
 * asker must see them all, and the documents that the answer takes words from without citing them.
 */
export async function withCurrentSources(
  { database, publicUrl }: { database: Database; publicUrl: string },
  caller: Caller,
  result: AnswerResult,
  uncitedDocuments: readonly number[],
): Promise<AnswerResult | undefined> {
  const ids = [...result.sources, ...(result.related ?? [])].map((source) => source.id)
  if (ids.length === 0 && uncitedDocuments.length === 0) return result
  const { rows: documents } = await sql<DocumentAddress & { key: number }>`
    select d.key, d.id, d.root_id as "rootId", d.is_attachment as "isAttachment", d.url from document d
    where d.org_id = ${caller.organizationId} and d.id = any(${ids}::text[])`.execute(database.unrestricted)
  const keys = [...documents.map((document) => document.key), ...uncitedDocuments]
  const visible = sql<{ key: number }>`
    select d.key from document d where ${visibleTo(caller, 'd')} and d.key = any(${keys}::bigint[])`
  const { rows: visibleRows } = await database.readAs(caller, (store) => visible.execute(store))
  const visibleKeys = new Set(visibleRows.map((row) => row.key))
  if (!uncitedDocuments.every((key) => visibleKeys.has(key))) return undefined
  const withCurrentUrl = <T extends RelatedNote>(source: T): T[] => {
    const candidates = documents.filter((row) => row.id === source.id && isUrlOfDocument(source.url, row))
    const [document] = candidates
    if (!document || !candidates.every((candidate) => visibleKeys.has(candidate.key))) return []
    return [{ ...source, url: atCitedPage(source.url, documentUrl(publicUrl, document)) }]
  }
  const sources = result.sources.flatMap(withCurrentUrl)
  if (sources.length < result.sources.length) return undefined
  return { ...result, sources, ...(result.related && { related: result.related.flatMap(withCurrentUrl) }) }
}
