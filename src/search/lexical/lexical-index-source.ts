import { sql } from 'kysely'
import { isNotStaged } from '../../access/visibility.ts'
import type { Database } from '../../storage/database.ts'
import { createDocumentBatchReader } from '../sync/document-batch-reader.ts'
import type { IndexSource } from '../sync/index-source.ts'
import type { DocumentTerms } from './inverted-index.ts'
import { startLexicalIndex } from './lexical-index-client.ts'
import type { LexicalSearcher } from './lexical-searcher.ts'

/** The source of the in-memory lexical index: the terms of all passages. */
export function lexicalIndexSource(database: Database): IndexSource<DocumentTerms, LexicalSearcher> {
  return {
    changeLogTable: 'word_change',
    startIndex: startLexicalIndex,
    ...createDocumentBatchReader<DocumentTermsRow, DocumentTerms>(database, {
      table: sql`chunk`,
      // Terms contain letters and digits only, so a line break can separate passages.
      columns: sql`array_agg(p.key order by p.ordinal) as keys, array_agg(p.ordinal order by p.ordinal) as ordinals,
        array_agg(p.audience_id order by p.ordinal) as audience_ids,
        string_agg(p.terms, chr(10) order by p.ordinal) as terms`,
      where: isNotStaged('p'),
      present: (row) => ({
        keys: row.keys.map(Number),
        ordinals: row.ordinals,
        audienceIds: row.audience_ids.map(Number),
        terms: row.terms.split('\n'),
      }),
      empty: { keys: [], ordinals: [], audienceIds: [], terms: [] },
    }),
  }
}

interface DocumentTermsRow {
  keys: (number | string)[]
  ordinals: number[]
  audience_ids: (number | string)[]
  terms: string
}
