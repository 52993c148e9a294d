import type { App } from '../app.ts'

/**
 * Runs the statements of a question on a few rows, so that the embedded database compiles their code while this thread creates
 * the HTTP server. Leaves out those that rank passages if the in-memory indexes come from images: they rank instead.
 */
export async function warmUpDatabase(
  { database, log }: Pick<App, 'database' | 'log'>,
  areIndexesRestored: Promise<boolean>,
): Promise<void> {
  if (database.engine !== 'pglite') return
  const { sql } = await import('kysely')
  try {
    await sql.raw(credentialStatement).execute(database.unrestricted)
    if (!(await areIndexesRestored)) await sql.raw(rankingStatements).execute(database.unrestricted)
  } catch (err) {
    log.warn({ err }, 'the database could not be warmed up; the first question can take longer')
  }
}

const credentialStatement = `select from resolve_credential('bearer', '', now())`
/** Sent in one message, so that this thread is not needed in between. */
const rankingStatements = `
  select from (select v.embedding from chunk_vector v limit 4000) v
    order by v.embedding <=> (select embedding from chunk_vector limit 1) limit 1;
  select from rank_passages(null, null, array['open'], array[1::float8], '{}', '{}', 1, 1, 1)`
