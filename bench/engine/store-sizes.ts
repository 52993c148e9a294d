import { sql } from 'kysely'
import type { Sql } from '../../src/storage/database.ts'

/** Smaller ones are left out. */
const minBytes = 2 ** 20

/** Prints the size of the store, of its tables and of its indexes. */
export async function printStoreSizes(print: (line: string) => void, store: Sql): Promise<void> {
  const { rows } = await sql<{ name: string; kind: string; bytes: number }>`
    select 'everything' as name, '' as kind, pg_database_size(current_database()) as bytes
    union all
    select c.relname, case c.relkind when 'r' then 'table' else m.amname end, pg_table_size(c.oid)
    from pg_class c join pg_am m on m.oid = c.relam
    where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
    order by bytes desc`.execute(store)
  print('| relation | kind | MB |')
  print('|---|---|---:|')
  for (const { name, kind, bytes } of rows.filter((row) => row.bytes >= minBytes))
    print(`| ${name} | ${kind} | ${(bytes / 2 ** 20).toFixed(0)} |`)
}
