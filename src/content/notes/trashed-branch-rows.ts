import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { hasAdminRights, visibleTo } from '../../access/visibility.ts'

/** A deleted note with its subpages, as one caller can see it. */
export interface TrashedBranch {
  id: string
  /** Undefined for an admin whom the note is not shared with. */
  note: { id: string; title: string } | undefined
  /** The note that it is restored below, if the caller can see it. */
  parent: { id: string; title: string } | undefined
  noteCount: number
  deletedAt: Date
  /** Undefined for the command line and for members who no longer exist. */
  deletedBy: { id: string; name: string } | undefined
}

export interface BranchRow {
  id: string
  root_key: number
  parent_key: number | null
  own_audience_id: number | null
  note_id: string
  title: string
  note_count: number
  deleted_at: Date
  deleted_by: string | null
  deleter_name: string | null
  /** Null if the parent is gone. */
  live_parent_key: number | null
  parent_id: string
  parent_title: string
  is_parent_visible: boolean
  /** Whether the root, restored now, would be visible to the caller. */
  is_visible: boolean
}

/**
 * Selects the branches that the caller can restore, last deleted first. Members see what they deleted as long as they could
 * still see and edit it in its place: its own lists decide, else those of its parent, else the ones that it inherited. Where
 * that audience is gone too, it stays visible to its deleter. Admins with the scope `admin` see every branch, by name only
 * those whose note is shared with them.
 */
export function selectBranches(caller: Caller, where: RawBuilder<unknown>, limit: number): RawBuilder<BranchRow> {
  const principals = sql`(select member_principals(${caller.organizationId}, ${caller.memberId}))::text[]`
  return sql<BranchRow>`
    select b.id, b.root_key, b.parent_key, n.own_audience_id, n.document->>'id' as note_id, n.document->>'title' as title,
      b.note_count, b.deleted_at, b.deleted_by, m.name as deleter_name, p.key as live_parent_key, p.id as parent_id,
      p.title as parent_title, coalesce(${visibleTo(caller, 'p')}, false) as is_parent_visible, shown.is_visible
    from trashed_branch b
    join trashed_note n on n.org_id = b.org_id and n.key = b.root_key
    left join document p on p.org_id = b.org_id and p.key = b.parent_key
    left join member m on m.org_id = b.org_id and m.id = b.deleted_by
    cross join lateral (
      select coalesce(n.own_audience_id, p.audience_id, (n.document->>'audience_id')::bigint) as audience_id
    ) effective
    cross join lateral (
      select effective.audience_id = any(${caller.audienceIds}::bigint[]) or (
        b.deleted_by is not distinct from ${caller.memberId} and not exists (
          select from audience a where a.org_id = b.org_id and a.id = effective.audience_id)
      ) as is_visible,
        case
          when jsonb_typeof(n.document->'own_editors') = 'array' then n.document->'own_editors' ?| ${principals}
          when p.key is not null then p.editors is null or p.editors && ${principals}
          when jsonb_typeof(n.document->'editors') = 'array' then n.document->'editors' ?| ${principals}
          else true
        end as is_editable
    ) shown
    where b.org_id = ${caller.organizationId} and ${where}
      and (${hasAdminRights(caller)} or (b.deleted_by = ${caller.memberId} and shown.is_visible and shown.is_editable))
    order by b.deleted_at desc, b.id desc limit ${limit}`
}

export function toTrashedBranch(row: BranchRow): TrashedBranch {
  return {
    id: row.id,
    note: row.is_visible ? { id: row.note_id, title: row.title } : undefined,
    parent: row.is_visible && row.is_parent_visible ? { id: row.parent_id, title: row.parent_title } : undefined,
    noteCount: row.note_count,
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by === null ? undefined : { id: row.deleted_by, name: row.deleter_name ?? '' },
  }
}
