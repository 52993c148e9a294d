import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import type { NoteReviewQuery, noteUpkeepQuery } from '../../contract/knowledge-management.ts'
import type { NoteBody, NoteList, NoteOrder, NoteWithContent } from '../../contract/notes.ts'
import { dateTimeText, parseDateTime, storableText } from '../../contract/text.ts'
import { documentUrl } from '../../document-url.ts'
import { reviewStateAt } from '../../search/review-state.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type { NoteFormatter } from './note-format.ts'
import type { NoteListOptions, NotePage } from './note-listing.ts'
import type { Owner } from './note-metadata.ts'
import type { NoteSummary } from './note-row.ts'
import type { UpkeepList } from './note-upkeep.ts'
import type { Notes } from './notes.ts'

export interface NoteService {
  present(note: NoteSummary): NoteBody
  format: NoteFormatter
  read(caller: Caller, id: string, format: 'md' | 'html'): Promise<NoteWithContent>
  list(caller: Caller, query: NoteListQuery): Promise<NoteList>
  /** Lists notes for upkeep, last edited first. */
  listForUpkeep(caller: Caller, list: UpkeepList, query: UpkeepQuery): Promise<NoteList>
}

export interface NoteListQuery {
  parent?: { id: string; of: 'note' | 'filter' } | undefined
  topOnly?: boolean
  ownerId?: string | undefined
  isFavourite?: boolean
  templatesOnly?: boolean
  /** Lists only notes that link to this one. */
  linksTo?: string | undefined
  includeArchived: boolean
  orderBy: NoteOrder
  cursor?: string | undefined
}

type UpkeepQuery = z.infer<typeof noteUpkeepQuery> & Partial<NoteReviewQuery>

const pageSize = 50

/** Presents notes in the form of the contract, for HTTP and MCP alike. */
export function createNoteService({
  notes,
  format,
  publicUrl,
  now,
}: {
  notes: Notes
  format: NoteFormatter
  publicUrl: string
  now: () => Date
}): NoteService {
  const present = (note: NoteSummary) => presentNote(note, publicUrl, now())
  return {
    present,
    format,
    async read(caller, id, target) {
      const note = await notes.read(caller, id)
      const isRestricted = await notes.isRestricted(caller, note)
      return { ...present(note), isRestricted, content: await format(note, target) }
    },
    async list(caller, query) {
      const by = query.orderBy.startsWith('lastEditedAt') ? 'editedAt' : 'position'
      const listing: NoteListOptions = {
        ...query,
        order: { by, isDescending: query.orderBy.endsWith('DESC') },
        after: query.cursor === undefined ? undefined : decodeNoteCursor(query.cursor, query.orderBy, by),
        pageSize,
      }
      const page =
        query.linksTo === undefined
          ? await notes.list(caller, listing)
          : await notes.listLinking(caller, { id: query.linksTo, host: new URL(publicUrl).host }, listing)
      return presentPage(page, query.orderBy, by)
    },
    async listForUpkeep(caller, list, query) {
      const orderBy = 'lastEditedAt_DESC'
      const filter = {
        list,
        ownerIds: query.ownerIdList,
        channelIds: query.channelIdList,
        reviewStates: query.reviewStateList,
        sinceDaysAgo: query.sinceDaysAgo,
      }
      const paging = {
        order: { by: 'editedAt', isDescending: true } as const,
        after: query.cursor === undefined ? undefined : decodeNoteCursor(query.cursor, orderBy, 'editedAt'),
        pageSize: query.first,
      }
      return presentPage(await notes.listForUpkeep(caller, filter, paging, now()), orderBy, 'editedAt')
    },
  }

  function presentPage(page: NotePage, orderBy: NoteOrder, by: 'editedAt' | 'position'): NoteList {
    const last = page.notes.at(-1)
    const value = by === 'editedAt' ? last?.editedAt.toISOString() : last?.position
    return {
      notes: page.notes.map(present),
      total: page.total,
      hasNextPage: page.hasNextPage,
      nextCursor: page.hasNextPage ? encodeCursor([orderBy, value, last?.id]) : null,
    }
  }
}

const positionCursorSchema = z.tuple([z.string(), z.int32(), storableText()])
const dateCursorSchema = z.tuple([z.string(), dateTimeText(), storableText()])

/** Decodes a cursor, and refuses one of another order. */
function decodeNoteCursor(cursor: string, orderBy: NoteOrder, by: 'editedAt' | 'position') {
  const isSameOrder = ([order]: [string, ...unknown[]]) => order === orderBy
  if (by === 'position') {
    const [, value, id] = decodeCursor(cursor, positionCursorSchema.refine(isSameOrder))
    return { value, id }
  }
  const [, value, id] = decodeCursor(cursor, dateCursorSchema.refine(isSameOrder))
  return { value: parseDateTime(value) as Date, id }
}

function presentNote(note: NoteSummary, publicUrl: string, at: Date): NoteBody {
  const reviewState = reviewStateAt(note, at)
  return {
    id: note.id,
    title: note.title,
    url: documentUrl(publicUrl, { ...note, rootId: null, isAttachment: false }),
    parentNoteId: note.parentId ?? null,
    createdAt: note.createdAt.toISOString(),
    updatedAt: note.updatedAt.toISOString(),
    lastEditedAt: note.editedAt.toISOString(),
    archivedAt: note.archivedAt?.toISOString() ?? null,
    ...(reviewState && { reviewState }),
    ...(note.reviewUntil && { reviewUntil: note.reviewUntil.toISOString() }),
    ...(note.reviewReason !== undefined && { reviewReason: note.reviewReason }),
    ...(note.isTemplate && { isTemplate: true }),
    ...(note.owner !== undefined && { owner: presentOwner(note.owner) }),
    ...(note.verifiedBy && { verifiedBy: { userId: note.verifiedBy.id, name: note.verifiedBy.name } }),
    ...(note.verifiedAt && { verifiedAt: note.verifiedAt.toISOString() }),
    canEdit: note.canEdit,
    canShare: note.canShare,
  }
}

function presentOwner(principal: string): Owner {
  return principal.startsWith('user:') ? { userId: principal.slice(5) } : { groupId: principal.slice(6) }
}
