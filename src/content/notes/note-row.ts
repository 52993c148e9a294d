import { sql } from 'kysely'
import type { Principal } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { findVisible, withStatementAudiences } from '../../access/current-audiences.ts'
import { editableBy, shareableBy, visibleTo } from '../../access/visibility.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'

/** A note as one caller can see it, without its text. */
export interface NoteSummary {
  key: number
  id: string
  title: string
  /** Null: the address of its page in the app. */
  url: string | null
  /** Undefined at the top level, and if the caller cannot see the parent. */
  parentId: string | undefined
  position: number
  /** `user:<member id>` or `group:<team id>`. */
  owner: string | undefined
  reviewState: 'Verified' | 'Outdated' | 'VerificationRequested' | undefined
  reviewUntil: Date | undefined
  reviewReason: string | undefined
  createdAt: Date
  updatedAt: Date
  editedAt: Date
  archivedAt: Date | undefined
  /** The member who verified it; undefined if they no longer exist. */
  verifiedBy: { id: string; name: string } | undefined
  verifiedAt: Date | undefined
  canEdit: boolean
  /** Whether the caller can change who can see and edit it. */
  canShare: boolean
  isTemplate: boolean
}

export interface Note extends NoteSummary {
  content: string
  type: 'markdown' | 'html'
  contentHash: Buffer
  audienceId: number
  ownAudienceId: number | undefined
  /** Principals who can edit it among those who can see it; undefined: all of them. */
  editors: Principal[] | undefined
  /** Undefined if inherited. */
  ownEditors: Principal[] | undefined
  /** Set even if the caller cannot see the parent. */
  parentKey: number | undefined
}

/** Returns the note. A note that does not exist and one that the caller cannot see give the same error. */
export async function findNote(store: Sql, caller: Caller, id: string): Promise<Note> {
  const row = await findVisible(caller, async (caller) => {
    const { rows } = await sql<NoteSummaryRow & NoteTextRow>`
      select ${noteSummaryColumns(caller)}, d.content, d.content_type, d.content_hash, d.audience_id, d.own_audience_id,
        d.editors, d.own_editors, d.parent_key
      from document d ${joinVisibleParent(caller)}
      where ${visibleTo(caller, 'd')} and ${isNote('d')} and d.id = ${id}`.execute(store)
    return rows[0]
  })
  if (!row) throw new AppError('not-found', 'Note not found.')
  return {
    ...toNoteSummary(row),
    content: row.content,
    type: row.content_type,
    contentHash: row.content_hash,
    audienceId: row.audience_id,
    ownAudienceId: row.own_audience_id ?? undefined,
    editors: row.editors ?? undefined,
    ownEditors: row.own_editors ?? undefined,
    parentKey: row.parent_key ?? undefined,
  }
}

/** Returns those of the given notes that the caller can see. */
export async function listNoteTitles(
  store: Sql,
  caller: Caller,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select d.id, d.title from document d
    where ${visibleTo(withStatementAudiences(caller), 'd')} and ${isNote('d')} and d.id = any(${[...ids]}::text[])`.execute(
    store,
  )
  return rows
}

/** Returns the note, like `findNote`, with an error that names it as the parent. */
export async function findParent(store: Sql, caller: Caller, id: string): Promise<Note> {
  try {
    return await findNote(store, caller, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') {
      throw new AppError('parent-not-found', 'Parent note not found.')
    }
    throw error
  }
}

/**
 * Returns a note that the caller has just written. Its audience can be newer than the caller's list of audiences: that of
 * the first note at the top level, for example.
 */
export async function findNoteAfterWrite(store: Sql, caller: Caller, key: number): Promise<Note> {
  const { rows } = await sql<{ id: string; audience_id: number }>`
    select id, audience_id from document where org_id = ${caller.organizationId} and key = ${key}`.execute(store)
  const audienceIds = [...caller.audienceIds, ...rows.map((row) => row.audience_id)]
  return findNote(store, { ...caller, audienceIds }, rows[0]?.id ?? '')
}

/** Refuses viewers. Call it after the note was found: a hidden note must not give a different error. */
export function assertCanWrite(caller: Caller): void {
  if (caller.role === 'viewer') {
    throw new AppError('forbidden', 'You can read notes but not write them. Ask an admin to make you a member.')
  }
}

/** Refuses callers who can only see the note, like `assertCanWrite`. */
export function assertCanEdit(caller: Caller, note: Pick<Note, 'canEdit'>): void {
  assertCanWrite(caller)
  if (!note.canEdit) {
    throw new AppError('forbidden', 'You can read this note but not edit it. Ask somebody who can edit it.')
  }
}

/** Refuses callers who cannot change who can see and edit the note, like `assertCanWrite`. */
export function assertCanShare(caller: Caller, note: Pick<Note, 'canShare'>): void {
  assertCanWrite(caller)
  if (!note.canShare) {
    throw new AppError('forbidden', 'You can read this note but not share it. Ask somebody who can edit it.')
  }
}

/** Columns of a document `d` with `joinVisibleParent`. */
export const noteSummaryColumns = (
  caller: Caller,
) => sql`d.key, d.id, d.title, d.url, parent.id as parent_id, d.position,
  d.owner, d.review_state, d.review_until, d.review_reason, d.created_at, d.updated_at, d.edited_at, d.archived_at,
  d.verified_by, d.verified_at, case when d.verified_by is not null then member_name(d.org_id, d.verified_by) end
  as verifier_name, ${editableBy(caller, 'd')} as can_edit, ${shareableBy(caller, 'd')} as can_share, d.is_template`

export function joinVisibleParent(caller: Caller) {
  return sql`left join document parent on ${visibleTo(caller, 'parent')} and parent.key = d.parent_key`
}

export interface NoteSummaryRow {
  key: number
  id: string
  title: string
  url: string | null
  parent_id: string | null
  position: number
  owner: string | null
  review_state: NoteSummary['reviewState'] | null
  review_until: Date | null
  review_reason: string | null
  created_at: Date
  updated_at: Date
  edited_at: Date
  archived_at: Date | null
  verified_by: string | null
  verified_at: Date | null
  verifier_name: string | null
  can_edit: boolean
  can_share: boolean
  is_template: boolean
}

interface NoteTextRow {
  content: string
  content_type: 'markdown' | 'html'
  content_hash: Buffer
  audience_id: number
  own_audience_id: number | null
  editors: string[] | null
  own_editors: string[] | null
  parent_key: number | null
}

export function toNoteSummary(row: NoteSummaryRow): NoteSummary {
  return {
    key: row.key,
    id: row.id,
    title: row.title,
    url: row.url,
    parentId: row.parent_id ?? undefined,
    position: row.position,
    owner: row.owner ?? undefined,
    reviewState: row.review_state ?? undefined,
    reviewUntil: row.review_until ?? undefined,
    reviewReason: row.review_reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    editedAt: row.edited_at,
    archivedAt: row.archived_at ?? undefined,
    verifiedBy:
      row.verified_by === null || row.verifier_name === null
        ? undefined
        : { id: row.verified_by, name: row.verifier_name },
    verifiedAt: row.verified_at ?? undefined,
    canEdit: row.can_edit,
    canShare: row.can_share,
    isTemplate: row.is_template,
  }
}
