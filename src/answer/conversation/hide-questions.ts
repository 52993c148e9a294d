import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'

/**
 * Takes questions out of their asker's history and conversation, with their answers and shared links. They still count in
 * the insights until they expire. Later turns of a thread lose how they were understood: that can repeat words of a hidden
 * answer, and its documents no longer tell who can see them. `condition` names the table `q`. The caller locks the thread.
 */
export async function hideQuestions(store: Sql, condition: RawBuilder<unknown>, at: Date): Promise<void> {
  await sql`
    with hidden as (
      select q.org_id, q.thread_id, min(q.thread_position) as position from question q where ${condition}
      group by q.org_id, q.thread_id)
    update question later set trace = later.trace - 'standaloneQuestion'
    from hidden h where later.org_id = h.org_id and later.thread_id = h.thread_id
      and later.thread_position > h.position`.execute(store)
  await sql`
    update question q set hidden_at = ${at}, shared_at = null, answer = null, sources = null, thread_id = null,
      thread_position = null, trace = q.trace - 'standaloneQuestion'
    where ${condition}`.execute(store)
}
