import { sql } from 'kysely'
import { isShown } from '../../access/visibility.ts'
import type { Database } from '../../storage/database.ts'
import { documentsAtOnce, idOf } from '../changes.ts'
import type { MirroredPart } from '../mirror.ts'
import type { DocumentWords } from './word-memory.ts'
import { type HeldWords, startWordThread } from './word-thread.ts'

/** The words of all passages, as they are held in memory. */
export function storedWords(database: Database): MirroredPart<DocumentWords, HeldWords> {
  return {
    changes: 'word_change',
    start: startWordThread,
    async after({ organizationId, documentKey }) {
      const { rows } = await sql<WordRow>`
        select ${grouped} from chunk c
        where (c.org_id, c.document_key) > (${organizationId}, ${documentKey}::bigint) and ${isShown('c')}
        group by c.org_id, c.document_key order by c.org_id, c.document_key limit ${documentsAtOnce}`.execute(
        database.service,
      )
      return rows.map(present)
    },
    async of(changes) {
      const { rows } = await sql<WordRow>`
        select ${grouped}
        from unnest(${changes.map((change) => change.organizationId)}::text[], ${changes.map((change) => change.documentKey)}::bigint[])
          as n (org_id, document_key)
        join chunk c on c.org_id = n.org_id and c.document_key = n.document_key and ${isShown('c')}
        group by c.org_id, c.document_key`.execute(database.service)
      const found = new Map(rows.map(present).map((words) => [idOf(words), words]))
      return changes.map(
        (change) =>
          found.get(idOf(change)) ?? { ...change, keys: [], ordinals: [], audienceIds: [], terms: [] },
      )
    },
  }
}

interface WordRow {
  org_id: string
  document_key: number
  keys: (number | string)[]
  ordinals: number[]
  audience_ids: (number | string)[]
  terms: string
}

/** Terms are letters and digits between spaces: a line for each passage. */
const grouped = sql`c.org_id, c.document_key, array_agg(c.key order by c.ordinal) as keys,
  array_agg(c.ordinal order by c.ordinal) as ordinals, array_agg(c.audience_id order by c.ordinal) as audience_ids,
  string_agg(c.terms, chr(10) order by c.ordinal) as terms`

function present(row: WordRow): DocumentWords {
  return {
    organizationId: row.org_id,
    documentKey: row.document_key,
    keys: row.keys.map(Number),
    ordinals: row.ordinals,
    audienceIds: row.audience_ids.map(Number),
    terms: row.terms.split('\n'),
  }
}
