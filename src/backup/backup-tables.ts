import { sql } from 'kysely'
import type { Sql } from '../storage/database.ts'

export interface BackupTable {
  name: string
  /** Without those that the database computes by itself. */
  columns: string[]
}

/**
 * What the migrations have done is told in the head of a backup, and done again by the migrations themselves. Which
 * passages changed is told by numbers of transactions, which mean nothing elsewhere.
 */
const excludedTables = ['migration', 'vector_change', 'word_change']

/** Every table of the store, as it stands: one that a later version adds is part of its backups without being named. */
export async function listBackupTables(store: Sql): Promise<BackupTable[]> {
  const { rows } = await sql<BackupTable>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${excludedTables})
    group by c.relname order by c.relname`.execute(store)
  return rows
}
