import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * A server looks after its tables by itself, the embedded one does not: without statistics a search in a store that was
 * empty a moment ago took three times as long, and rows written over and over leave dead ones behind.
 */
export async function optimizeDatabase(database: Database): Promise<void> {
  if (database.engine !== 'pglite') return
  await sql`vacuum analyze`.execute(database.unrestricted)
  if (database.lexical === 'bm25')
    await sql`select bm25_force_merge('chunk_terms')`.execute(database.unrestricted)
}
