import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../storage/database.ts'

/**
 * Takes questions out of their asker's history and conversation, with their answers and shared links. They still count in
 * the insights until they expire. `condition` names the table `q`. Returns the threads that they were in.
 */
export async function hideQuestions(store: Sql, condition: RawBuilder<unknown>, at: Date): Promise<(string | null)[]> {
  const { rows } = await sql<{ thread: string | null }>`
    with hidden as (select q.org_id, q.id, q.thread_id from question q where ${condition} for update)
    update question q set hidden_at = ${at}, shared_at = null, answer = null, sources = null, thread_id = null,
      thread_position = null, trace = q.trace - 'standaloneQuestion'
    from hidden h where q.org_id = h.org_id and q.id = h.id returning h.thread_id as thread`.execute(store)
  return rows.map(({ thread }) => thread)
}
