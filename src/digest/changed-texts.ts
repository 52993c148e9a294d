import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import { splitHeadingPath } from '../content/indexing/heading-path.ts'
import { passageTitle } from '../ingest/ingest-document.ts'
import type { Sql } from '../storage/database.ts'
import type { DigestChange } from './digest-changes.ts'

export interface ChangedText {
  /** The current headings and passages, each on a line; '' if there is nothing but the title. */
  current: string
  headings: ReadonlySet<string>
  /** The version at the start of the period; undefined if it is not stored, or either text is too long to compare. */
  previous: { title: string; text: string } | undefined
}

/** Passages read of a new document, and of a changed one. */
const maxPassagesOfNew = 8
const maxPassagesOfChanged = 400
const maxComparedCharacters = 400_000

/** Returns the texts of the changes, now and at the start of the period. */
export async function readChangedTexts(
  store: Sql,
  caller: Caller,
  changes: readonly DigestChange[],
  since: Date,
): Promise<Map<number, ChangedText>> {
  const keysOf = (kind: DigestChange['kind']) =>
    changes.filter((change) => change.kind === kind).map((change) => change.key)
  const changed = keysOf('changed')
  const passages = await sql<{ document_key: number; heading: string; body: string; ordinal: number }>`
    select c.document_key, c.heading, c.body, c.ordinal from chunk c
    where ${visibleTo(caller, 'c')} and (
      (c.document_key = any(${keysOf('new')}::bigint[]) and c.ordinal < ${maxPassagesOfNew})
      or (c.document_key = any(${changed}::bigint[]) and c.ordinal <= ${maxPassagesOfChanged}))
    order by c.document_key, c.ordinal`.execute(store)
  const versions = await sql<{ document_key: number; title: string; plain: string }>`
    select distinct on (v.document_key) v.document_key, v.title, left(v.plain, ${maxComparedCharacters + 1}) as plain
    from document_version v
    where v.org_id = ${caller.organizationId} and v.document_key = any(${changed}::bigint[])
      and v.replaced_at > ${since}
    order by v.document_key, v.id`.execute(store)
  const texts = new Map<number, ChangedText & { isComplete: boolean }>()
  for (const { document_key: key, heading, body, ordinal } of passages.rows) {
    const known = texts.get(key) ?? {
      current: '',
      headings: new Set<string>(),
      previous: undefined,
      isComplete: true,
    }
    const parts = splitHeadingPath(heading)
    known.current += `${[...parts, body].join('\n')}\n`
    known.headings = new Set([...known.headings, ...parts])
    known.isComplete &&= ordinal < maxPassagesOfChanged && known.current.length <= maxComparedCharacters
    texts.set(key, known)
  }
  // A document without text has its title as its only passage.
  for (const { key, title } of changes) {
    const text = texts.get(key)
    if (text?.current === `${passageTitle(title)}\n`) text.current = ''
  }
  for (const { document_key: key, title, plain } of versions.rows) {
    const text = texts.get(key)
    if (text?.isComplete && plain.length <= maxComparedCharacters) text.previous = { title, text: plain }
  }
  return texts
}
