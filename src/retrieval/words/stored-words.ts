import { sql } from 'kysely'
import { isShown } from '../../access/visibility.ts'
import type { Database } from '../../storage/database.ts'
import type { MirroredPart } from '../mirror.ts'
import { storedDocuments } from '../stored-documents.ts'
import type { DocumentWords } from './word-memory.ts'
import { type HeldWords, startWordThread } from './word-thread.ts'

/** The words of all passages, as they are held in memory. */
export function storedWords(database: Database): MirroredPart<DocumentWords, HeldWords> {
  return {
    changes: 'word_change',
    start: startWordThread,
    ...storedDocuments<WordRow, DocumentWords>(database, {
      table: sql`chunk`,
      // Terms are letters and digits between spaces: a line for each passage.
      columns: sql`array_agg(p.key order by p.ordinal) as keys, array_agg(p.ordinal order by p.ordinal) as ordinals,
        array_agg(p.audience_id order by p.ordinal) as audience_ids,
        string_agg(p.terms, chr(10) order by p.ordinal) as terms`,
      where: isShown('p'),
      present: (row) => ({
        keys: row.keys.map(Number),
        ordinals: row.ordinals,
        audienceIds: row.audience_ids.map(Number),
        terms: row.terms.split('\n'),
      }),
      nothing: { keys: [], ordinals: [], audienceIds: [], terms: [] },
    }),
  }
}

interface WordRow {
  keys: (number | string)[]
  ordinals: number[]
  audience_ids: (number | string)[]
  terms: string
}
