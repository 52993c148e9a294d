import type { App } from '../app.ts'

/**
 * Has the embedded database run on a few rows what a question runs: its code is compiled when it is first run. In one
 * message, so that it goes on by itself while this thread makes the doors.
 */
export async function warmUpDatabase({ database, log }: Pick<App, 'database' | 'log'>): Promise<void> {
  if (database.engine !== 'pglite') return
  const { sql } = await import('kysely')
  try {
    await sql.raw(warmUpStatements).execute(database.unrestricted)
  } catch (err) {
    log.warn(
      { err },
      'what a question asks of the database could not be tried; the first one may take longer',
    )
  }
}

const warmUpStatements = `
  select from (select v.embedding from chunk_vector v limit 4000) v
    order by v.embedding <=> (select embedding from chunk_vector limit 1) limit 1;
  select from resolve_credential('bearer', '', now());
  select term <@> to_bm25query(term, 'chunk_terms') from unnest(array['open']) term`
