import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { asReadOnly } from '../../storage/prepared-statements.ts'
import { type DocumentRef, documentBatchSize, documentMapKey } from './change-log.ts'
import type { IndexSource } from './index-source.ts'

/** Reads the passages of a table aliased `p`, grouped by document. */
export function createDocumentBatchReader<Row, Document extends DocumentRef>(
  database: Database,
  {
    table,
    columns,
    where,
    present,
    empty,
  }: {
    table: RawBuilder<unknown>
    /** Aggregates over the passages of one document. */
    columns: RawBuilder<unknown>
    where: RawBuilder<unknown>
    present: (row: Row) => Omit<Document, keyof DocumentRef>
    /** The contents of a document without such passages. */
    empty: Omit<Document, keyof DocumentRef>
  },
): Pick<IndexSource<Document, unknown>, 'readAfter' | 'readChanged' | 'countPassages'> {
  const selected = sql`select p.org_id, p.document_key, ${columns}`
  const grouped = sql`group by p.org_id, p.document_key`
  const read = async (statement: RawBuilder<unknown>): Promise<Document[]> => {
    const { rows } = await sql<Row & { org_id: string; document_key: number }>`${asReadOnly} ${statement}`.execute(
      database.unrestricted,
    )
    return rows.map(
      (row) => ({ organizationId: row.org_id, documentKey: row.document_key, ...present(row) }) as Document,
    )
  }
  return {
    async countPassages() {
      const { rows } = await sql<{ count: number }>`${asReadOnly} select count(*) as count from ${table}`.execute(
        database.unrestricted,
      )
      return rows[0]?.count ?? 0
    },
    readAfter: ({ organizationId, documentKey }) =>
      read(sql`${selected} from ${table} p
        where (p.org_id, p.document_key) > (${organizationId}, ${documentKey}::bigint) and ${where}
        ${grouped} order by p.org_id, p.document_key limit ${documentBatchSize}`),
    async readChanged(changes) {
      const documents = await read(sql`${selected}
        from unnest(${changes.map((change) => change.organizationId)}::text[], ${changes.map((change) => change.documentKey)}::bigint[])
          as n (org_id, document_key)
        join ${table} p on p.org_id = n.org_id and p.document_key = n.document_key and ${where}
        ${grouped}`)
      const documentByKey = new Map(documents.map((document) => [documentMapKey(document), document]))
      return changes.map(
        ({ organizationId, documentKey }) =>
          documentByKey.get(documentMapKey({ organizationId, documentKey })) ??
          ({ organizationId, documentKey, ...empty } as Document),
      )
    },
  }
}
