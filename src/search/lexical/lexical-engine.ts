import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'

/** The passage index, or what ranks until it is complete: the index of pg_textsearch, or a tsvector. */
export type LexicalEngine = 'passage-index' | Database['lexical']

/** The value of the service whose presence means that content/passage-indexing.ts is not done. */
export const pendingPassageIndexName = 'passage-index-pending'

/**
 * Returns a function that selects how the database searches words. Triggers add every passage that is written to the
 * passage index (the table passage_terms), so only passages from before the upgrade can be missing.
 */
export function createLexicalEngineSelector({
  unrestricted,
  lexical,
}: Pick<Database, 'unrestricted' | 'lexical'>): () => Promise<LexicalEngine> {
  let isComplete = false
  return async () => {
    if (isComplete) return 'passage-index'
    const { rows } = await sql`select from service_value where name = ${pendingPassageIndexName}`.execute(unrestricted)
    isComplete = rows.length === 0
    return isComplete ? 'passage-index' : lexical
  }
}
