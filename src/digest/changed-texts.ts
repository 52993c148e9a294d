import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import type { Change } from './changes.ts'

export interface ChangedText {
  /** As it is now: headings and passages, each on a line. */
  now: string
  headings: ReadonlySet<string>
  /** As it was when the period began; undefined where that is not kept, or either is too long to compare. */
  before: { title: string; text: string } | undefined
}

/** Of something new, this many passages are read; of something changed everything, up to a length. */
const passagesOfNew = 8
const passagesOfChanged = 400
const longestCompared = 400_000

/** The texts of the chosen changes, now and when the period began. */
export async function readChangedTexts(
  store: Sql,
  viewer: Viewer,
  changes: readonly Change[],
  since: Date,
): Promise<Map<number, ChangedText>> {
  const keysOf = (kind: Change['kind']) => changes.filter((one) => one.kind === kind).map((one) => one.key)
  const changed = keysOf('changed')
  const passages = await sql<{ document_key: number; heading: string; body: string; ordinal: number }>`
    select c.document_key, c.heading, c.body, c.ordinal from chunk c
    where ${visibleTo(viewer, 'c')} and (
      (c.document_key = any(${keysOf('new')}::bigint[]) and c.ordinal < ${passagesOfNew})
      or (c.document_key = any(${changed}::bigint[]) and c.ordinal <= ${passagesOfChanged}))
    order by c.document_key, c.ordinal`.execute(store)
  const versions = await sql<{ document_key: number; title: string; plain: string }>`
    select distinct on (v.document_key) v.document_key, v.title, left(v.plain, ${longestCompared + 1}) as plain
    from document_version v
    where v.org_id = ${viewer.organizationId} and v.document_key = any(${changed}::bigint[])
      and v.replaced_at > ${since}
    order by v.document_key, v.id`.execute(store)
  const texts = new Map<number, ChangedText & { isWhole: boolean }>()
  for (const { document_key: key, heading, body, ordinal } of passages.rows) {
    const known = texts.get(key) ?? { now: '', headings: new Set<string>(), before: undefined, isWhole: true }
    const parts = heading === '' ? [] : heading.split(' › ')
    known.now += `${[...parts, body].join('\n')}\n`
    known.headings = new Set([...known.headings, ...parts])
    known.isWhole &&= ordinal < passagesOfChanged && known.now.length <= longestCompared
    texts.set(key, known)
  }
  for (const { document_key: key, title, plain } of versions.rows) {
    const text = texts.get(key)
    if (text?.isWhole && plain.length <= longestCompared) text.before = { title, text: plain }
  }
  return texts
}
