import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { ReviewState } from '../../contract/notes.ts'
import { isInReviewState } from '../../search/review-state.ts'
import type { Sql } from '../../storage/database.ts'
import { selectSubtree } from '../../storage/note-subtree.ts'

export type UpkeepList = 'all' | 'public' | 'inactive' | 'empty'

export interface UpkeepFilter {
  list: UpkeepList
  ownerIds?: readonly string[] | undefined
  /** Notes whose subpages are listed with them. Unknown and hidden ones list nothing. */
  channelIds?: readonly string[] | undefined
  reviewStates?: readonly ReviewState[] | undefined
  sinceDaysAgo?: number | undefined
}

const inactiveAfterDays = 180
const dayMs = 24 * 60 * 60_000

/** Returns the conditions of a list for upkeep, on a document aliased `d` that the caller can see. */
export function upkeepConditions(
  caller: Caller,
  { list, ownerIds, channelIds, reviewStates, sinceDaysAgo }: UpkeepFilter,
  { publicAudienceIds, at }: { publicAudienceIds: readonly number[]; at: Date },
): RawBuilder<unknown>[] {
  const daysBefore = (days: number) => new Date(at.getTime() - days * dayMs)
  const conditions: RawBuilder<unknown>[] = []
  if (list === 'public') conditions.push(sql`d.audience_id = any(${[...publicAudienceIds]}::bigint[])`)
  if (list === 'inactive') {
    conditions.push(sql`d.edited_at < ${daysBefore(inactiveAfterDays)}`)
    conditions.push(sql`(${isInReviewState('Verified', at)}) is not true`)
  }
  if (list === 'empty') conditions.push(isEmpty)
  if (ownerIds) conditions.push(sql`d.owner = any(${ownerIds.flatMap((id) => [`user:${id}`, `group:${id}`])})`)
  if (channelIds) {
    const subtree = selectSubtree({
      root: sql`${visibleTo(caller, 'd')} and d.root_id is null and d.id = any(${[...channelIds]}::text[])`,
      where: visibleTo(caller, 'c'),
    })
    conditions.push(sql`d.key in (${subtree})`)
  }
  if (reviewStates) {
    const states = reviewStates.map((state) => sql`(${isInReviewState(state, at)})`)
    conditions.push(sql`(${sql.join(states, sql` or `)})`)
  }
  if (sinceDaysAgo !== undefined) conditions.push(sql`d.edited_at >= ${daysBefore(sinceDaysAgo)}`)
  return conditions
}

/** Returns those of the caller's audiences that everyone in the organization belongs to. */
export async function listPublicAudiences(store: Sql, caller: Caller): Promise<number[]> {
  const rows = await store
    .selectFrom('audience_principal')
    .select('audience_id')
    .where('org_id', '=', caller.organizationId)
    .where('principal', '=', 'everyone')
    .where('audience_id', '=', sql<number>`any(${caller.audienceIds}::bigint[])`)
    .execute()
  return rows.map((row) => row.audience_id)
}

/** HTML beyond this length is never only markup, and is not searched for text. */
const maxBlankHtmlLength = 10_000
/** Tags without text of their own that still show something. */
const visibleTags = 'img|picture|video|audio|iframe|object|embed|svg|canvas|input|hr'
const markupPattern = `<(?!(${visibleTags})\\M)[^>]*>|&nbsp;|&#160;|\u00a0`
const isEmpty = sql`(d.content !~ '\\S' or (
  d.content_type = 'html' and length(d.content) <= ${maxBlankHtmlLength}
  and regexp_replace(d.content, ${markupPattern}, '', 'gi') !~ '\\S'))`
