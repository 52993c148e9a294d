import { type RawBuilder, sql } from 'kysely'

/** Matches notes: documents that are neither items of a data source nor attachments. */
export function isNote(alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.root_id`)} is null and not ${sql.ref(`${alias}.is_attachment`)})`
}
