import type { App } from '../app.ts'

/**
 * Runs the statements of a question on a few rows, so that the embedded database compiles their code. They are sent in one
 * message, so that this thread can create the HTTP server meanwhile.
 */
export async function warmUpDatabase({ database, log }: Pick<App, 'database' | 'log'>): Promise<void> {
  if (database.engine !== 'pglite') return
  const { sql } = await import('kysely')
  try {
    await sql.raw(warmUpStatements).execute(database.unrestricted)
  } catch (err) {
    log.warn({ err }, 'the database could not be warmed up; the first question can take longer')
  }
}

const warmUpStatements = `
  select from (select v.embedding from chunk_vector v limit 4000) v
    order by v.embedding <=> (select embedding from chunk_vector limit 1) limit 1;
  select from resolve_credential('bearer', '', now());
  select from rank_passages(null, null, array['open'], array[1::float8], '{}', '{}', 1, 1, 1)`
