import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { editableBy, visibleTo } from '../../access/visibility.ts'
import type { ReviewState } from '../../contract/notes.ts'
import { questionTerms } from '../../ingest/analyze.ts'
import type { LexicalEngine } from '../../search/lexical/lexical-engine.ts'
import { rankPassages, weighTerms } from '../../search/lexical/sql-lexical-ranking.ts'
import type { TermSamples } from '../../search/lexical/term-samples.ts'
import { isInReviewState, reviewStateAt } from '../../search/review-state.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { selectSubtree } from '../../storage/note-subtree.ts'
import { type HighlightTags, highlight } from './note-highlight.ts'
import {
  findParent,
  joinVisibleParent,
  type NoteSummary,
  type NoteSummaryRow,
  noteSummaryColumns,
  toNoteSummary,
} from './note-row.ts'

export interface NoteSearchOptions {
  query: string
  parentNoteId: string | undefined
  /** Number of ancestors that the caller can see; undefined for any. */
  depth: number | undefined
  reviewState: ReviewState | undefined
  lastEditedAfter: Date | undefined
  archived: 'excluded' | 'included' | 'only'
  editableOnly: boolean
  page: number
  hitsPerPage: number
  tags: HighlightTags
}

export interface NoteSearchHit extends NoteSummary {
  highlight: string
  /** From the top down. Stops at the nearest ancestor that the caller cannot see. */
  parents: { id: string; title: string }[]
}

/** Passages that are ranked. Notes beyond them are not among the hits. */
const maxRankedPassages = 500
const minTermWeight = 0.1
/** A search is a few words; a pasted text only costs time. */
const maxQueryTerms = 64
/** Moves verified notes up and outdated ones down. */
const reviewStateBoosts: Partial<Record<ReviewState, number>> = { Verified: 1.15, Outdated: 0.7 }

export interface NoteSearchDeps {
  engine: LexicalEngine
  termSamples: TermSamples
}

/**
 * Searches notes by words, best first, archived notes (if requested) last. Every statement applies row-level security and
 * the filter of the caller: hidden notes leave no trace in hits, order, counts or paths.
 */
export async function searchNotes(
  store: Sql,
  deps: NoteSearchDeps,
  caller: Caller,
  search: NoteSearchOptions,
  at: Date,
): Promise<{ hits: NoteSearchHit[]; total: number }> {
  const candidates = await findCandidateNotes(store, caller, search, at)
  const languages = [...new Set(candidates.map((note) => note.language))]
  const terms = search.query.trim() === '' ? [] : questionTerms(search.query, languages).slice(0, maxQueryTerms)
  const ranked =
    search.query.trim() === ''
      ? candidates.map(({ key }) => ({ key, textKey: key, ordinal: 0 }))
      : rankNotes(
          candidates,
          terms.length === 0 ? [] : await findBestPassages(store, deps, caller, candidates, terms),
          at,
        )
  const page = ranked.slice(search.page * search.hitsPerPage, (search.page + 1) * search.hitsPerPage)
  const loaded = await loadHits(store, caller, page)
  const hits = loaded.map(({ language, body, ...note }) => ({
    ...note,
    highlight: highlight(body, { terms, language, tags: search.tags }),
  }))
  return { hits, total: ranked.length }
}

interface CandidateNote {
  key: number
  language: string
  is_archived: boolean
  review_state: NoteSummary['reviewState'] | null
  review_until: Date | null
}

/** Returns all notes that match the filters, last edited first, archived notes last. */
async function findCandidateNotes(
  store: Sql,
  caller: Caller,
  search: NoteSearchOptions,
  at: Date,
): Promise<CandidateNote[]> {
  const conditions: RawBuilder<unknown>[] = [visibleTo(caller, 'd'), isNote('d')]
  if (search.parentNoteId !== undefined) {
    const parent = await findParent(store, caller, search.parentNoteId)
    const subtree = selectSubtree({
      root: sql`${visibleTo(caller, 'd')} and d.key = ${parent.key}`,
      where: visibleTo(caller, 'c'),
    })
    conditions.push(sql`d.key in (${subtree})`)
  }
  if (search.depth !== undefined) conditions.push(sql`d.key in (${selectAtDepth(caller, search.depth)})`)
  if (search.reviewState) conditions.push(isInReviewState(search.reviewState, at))
  if (search.lastEditedAfter) conditions.push(sql`d.edited_at > ${search.lastEditedAfter}`)
  if (search.archived === 'excluded') conditions.push(sql`d.archived_at is null`)
  if (search.archived === 'only') conditions.push(sql`d.archived_at is not null`)
  if (search.editableOnly) conditions.push(editableBy(caller, 'd'))
  const { rows } = await sql<CandidateNote>`
    select d.key, d.language, d.archived_at is not null as is_archived, d.review_state, d.review_until
    from document d where ${sql.join(conditions, sql` and `)}
    order by is_archived, d.edited_at desc, d.id`.execute(store)
  return rows
}

/** Returns SQL that selects the keys of the notes with this number of ancestors that the caller can see. */
function selectAtDepth(caller: Caller, depth: number): RawBuilder<{ key: number }> {
  const hasNoVisibleParent = sql`not exists (
    select from document p where ${visibleTo(caller, 'p')} and p.key = d.parent_key)`
  return selectSubtree({
    root: sql`${visibleTo(caller, 'd')} and ${isNote('d')} and ${hasNoVisibleParent}`,
    where: visibleTo(caller, 'c'),
    depth,
  })
}

/** A passage of a note, or of a file attached to it. */
interface NotePassage {
  key: number
  /** The document that has the passage: the note or the attachment. */
  textKey: number
  ordinal: number
}

interface ScoredPassage extends NotePassage {
  score: number
}

/**
 * Returns the best passage of every note that contains a term, itself or in an attachment. The index finds candidates; this
 * scores them with BM25 without length normalization, since all passages are of similar length.
 */
async function findBestPassages(
  store: Sql,
  { engine, termSamples }: NoteSearchDeps,
  caller: Caller,
  candidates: readonly CandidateNote[],
  terms: string[],
): Promise<ScoredPassage[]> {
  const weighted = weighTerms(terms, await termSamples.statisticsFor(store, caller))
  const unique = [...weighted.weights.keys()]
  const weights = [...weighted.weights.values()].map((weight) => Math.max(minTermWeight, weight))
  const score = (terms: RawBuilder<unknown>) => sql`lateral (
      select sum(w.weight * found.times / (found.times + 1.2)) as score
      from (
        select t.term, count(*)::float8 as times from unnest(string_to_array(${terms}, ' ')) t (term)
        where t.term = any(${unique}::text[]) group by t.term
      ) found join unnest(${unique}::text[], ${weights}::float8[]) w (term, weight) using (term)
    ) scored`
  const attachments = await listAttachmentKeys(store, caller, candidates)
  const keysOf = (isArchived: boolean) =>
    candidates
      .filter((note) => note.is_archived === isArchived)
      .flatMap((note) => [note.key, ...(attachments.get(note.key) ?? [])])
  const ranked = await rankPassages(store, engine, {
    ...{ caller, terms, ...weighted, documentKeys: keysOf(false), depth: maxRankedPassages },
  })
  const { rows: active } = await sql<ScoredPassage>`
    select distinct on (note.key) note.key, c.document_key as "textKey", c.ordinal, scored.score
    from chunk c ${joinNoteOf('c')}, ${score(sql`c.terms`)}
    where ${visibleTo(caller, 'c')} and c.key = any(${ranked.map(({ chunkKey }) => chunkKey)}::bigint[])
      and scored.score > 0
    order by note.key, scored.score desc, c.document_key, c.ordinal`.execute(store)
  const archived = keysOf(true)
  if (archived.length === 0) return active
  // A full scan: archived notes are few and only searched on request.
  const { rows: inactive } = await sql<ScoredPassage>`
    select distinct on (note.key) note.key, a.document_key as "textKey", a.ordinal, scored.score
    from archived_chunk a ${joinNoteOf('a')}, ${score(sql`a.terms`)}
    where a.org_id = ${caller.organizationId} and a.document_key = any(${archived}::bigint[]) and scored.score > 0
    order by note.key, scored.score desc, a.document_key, a.ordinal`.execute(store)
  return [...active, ...inactive]
}

/** Joins `note`, with the key of the note that a passage belongs to, directly or by an attachment. */
function joinNoteOf(alias: 'c' | 'a') {
  return sql`join document d on d.org_id = ${sql.ref(`${alias}.org_id`)} and d.key = ${sql.ref(`${alias}.document_key`)}
    cross join lateral (select case when d.is_attachment then d.parent_key else d.key end as key) note`
}

/** Returns the attachments of the notes, by the keys of the notes. */
async function listAttachmentKeys(
  store: Sql,
  caller: Caller,
  notes: readonly CandidateNote[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ note: number; key: number }>`
    select d.parent_key as note, d.key from document d
    where ${visibleTo(caller, 'd')} and d.is_attachment
      and d.parent_key = any(${notes.map(({ key }) => key)}::bigint[])`.execute(store)
  const keysByNote = new Map<number, number[]>()
  for (const { note, key } of rows) keysByNote.set(note, [...(keysByNote.get(note) ?? []), key])
  return keysByNote
}

function rankNotes(
  candidates: readonly CandidateNote[],
  passages: readonly ScoredPassage[],
  at: Date,
): ScoredPassage[] {
  const best = new Map(passages.map((passage) => [passage.key, passage]))
  return candidates
    .flatMap((note) => {
      const passage = best.get(note.key)
      if (!passage) return []
      const state = reviewStateAt(
        { reviewState: note.review_state ?? undefined, reviewUntil: note.review_until ?? undefined },
        at,
      )
      return [{ ...passage, score: passage.score * ((state && reviewStateBoosts[state]) ?? 1), note }]
    })
    .sort((a, b) => Number(a.note.is_archived) - Number(b.note.is_archived) || b.score - a.score)
}

async function loadHits(
  store: Sql,
  caller: Caller,
  hits: readonly NotePassage[],
): Promise<(Omit<NoteSearchHit, 'highlight'> & { language: string; body: string })[]> {
  if (hits.length === 0) return []
  const keys = hits.map((hit) => hit.key)
  const { rows } = await sql<NoteSummaryRow & { language: string; body: string }>`
    select ${noteSummaryColumns(caller)}, d.language, coalesce(c.body, a.body, '') as body
    from unnest(${keys}::bigint[], ${hits.map((hit) => hit.textKey)}::bigint[], ${hits.map((hit) => hit.ordinal)}::int[])
      as hit (key, text_key, ordinal)
    join document d on ${visibleTo(caller, 'd')} and d.key = hit.key
    ${joinVisibleParent(caller)}
    left join chunk c on ${visibleTo(caller, 'c')} and c.document_key = hit.text_key and c.ordinal = hit.ordinal
    left join archived_chunk a on a.org_id = d.org_id and a.document_key = hit.text_key and a.ordinal = hit.ordinal`.execute(
    store,
  )
  const parents = await loadAncestors(store, caller, keys)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return keys.flatMap((key) => {
    const row = byKey.get(key)
    if (!row) return []
    return [{ ...toNoteSummary(row), language: row.language, body: row.body, parents: parents.get(key) ?? [] }]
  })
}

async function loadAncestors(
  store: Sql,
  caller: Caller,
  keys: number[],
): Promise<Map<number, { id: string; title: string }[]>> {
  const { rows } = await sql<{ note: number; id: string; title: string }>`
    with recursive ancestors (note, parent_key, id, title, distance) as (
      select d.key, d.parent_key, null::text, null::text, 0 from document d
      where ${visibleTo(caller, 'd')} and d.key = any(${keys}::bigint[])
      union all
      select a.note, p.parent_key, p.id, p.title, a.distance + 1
      from ancestors a join document p on ${visibleTo(caller, 'p')} and p.key = a.parent_key
    )
    select note, id, title from ancestors where distance > 0 order by note, distance desc`.execute(store)
  const parents = new Map<number, { id: string; title: string }[]>()
  for (const { note, id, title } of rows) parents.set(note, [...(parents.get(note) ?? []), { id, title }])
  return parents
}
