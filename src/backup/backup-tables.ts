import { sql } from 'kysely'
import type { Sql } from '../storage/database.ts'

export interface BackupTable {
  name: string
  /** Without generated columns. */
  columns: string[]
}

/**
 * The head of a backup lists the migrations, and a restore runs them again. The change tables hold transaction ids,
 * which are meaningless in another database. Triggers fill `passage_terms` again.
 */
const excludedTables = ['migration', 'vector_change', 'word_change', 'passage_terms']

/** Returns every table of the current schema, so that backups include tables added later. */
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
