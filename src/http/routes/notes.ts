import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Viewer } from '../../access/viewer.ts'
import type { NoteBody, NoteOrder } from '../../contract/notes.ts'
import { noteEndpoints } from '../../contract/notes-endpoints.ts'
import { dateTimeText, parseDateTime, storableText } from '../../contract/text.ts'
import type { VersionHead } from '../../library/document-versions.ts'
import { createNoteFormat } from '../../library/note-format.ts'
import { reviewStateAt } from '../../library/note-review.ts'
import type { NoteHead } from '../../library/note-row.ts'
import type { NoteAudience } from '../../library/note-sharing.ts'
import type { Owner } from '../../library/note-upkeep.ts'
import type { Notes } from '../../library/notes.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { type Gate, serve } from '../operation.ts'

const pageSize = 50

/** Notes: listing, reading, writing, reviewing, archiving, sharing. */
export function noteRoutes(
  server: FastifyInstance,
  { gate, notes, now, newId }: { gate: Gate; notes: Notes; now: () => Date; newId: () => string },
): void {
  const format = createNoteFormat()
  server.addHook('onClose', () => format.close())
  const present = (note: NoteHead) => presentNote(note, now())

  serve(server, gate, noteEndpoints.listNotes, ['/notes'], ({ viewer, query }) =>
    list(viewer, {
      ...query,
      parent: query.parentNoteId === undefined ? undefined : { id: query.parentNoteId, of: 'filter' },
    }),
  )
  serve(server, gate, noteEndpoints.listChildren, ['/notes/{id}/children'], ({ viewer, params, query }) =>
    list(viewer, { ...query, parent: { id: params.id, of: 'note' } }),
  )
  serve(server, gate, noteEndpoints.createNote, ['/notes'], async ({ viewer, body }) => {
    const id = newId()
    const note = {
      id,
      url: `${gate.publicUrl}/notes/${id}`,
      title: body.title,
      parentId: body.parentNoteId ?? undefined,
      ...(textOf(body) ?? { content: '', type: 'markdown' as const }),
    }
    return present(await notes.create(viewer, note, now()))
  })
  serve(server, gate, noteEndpoints.readNote, ['/notes/{id}'], async ({ viewer, params, query }) => {
    const note = await notes.read(viewer, params.id)
    return { ...present(note), content: await format(note, query.format) }
  })
  serve(server, gate, noteEndpoints.changeNote, ['/notes/{id}'], async ({ viewer, params, body }) => {
    const change = {
      title: body.title,
      text: textOf(body),
      parentId: body.parentNoteId,
      lastEditedAt: body.lastEditedAt === undefined ? undefined : parseDateTime(body.lastEditedAt),
    }
    return present(await notes.change(viewer, params.id, change, now()))
  })
  serve(server, gate, noteEndpoints.listVersions, ['/notes/{id}/versions'], async ({ viewer, params }) => ({
    versions: (await notes.versions(viewer, params.id)).map(presentVersion),
  }))
  serve(
    server,
    gate,
    noteEndpoints.readVersion,
    ['/notes/{id}/versions/{versionId}'],
    async ({ viewer, params, query }) => {
      const version = await notes.version(viewer, params.id, params.versionId)
      return { ...presentVersion(version), content: await format(version, query.format) }
    },
  )
  serve(server, gate, noteEndpoints.deleteNote, ['/notes/{id}'], ({ viewer, params }) =>
    notes.delete(viewer, params.id),
  )
  serve(server, gate, noteEndpoints.verifyNote, ['/notes/{id}/verify'], async ({ viewer, params, body }) => {
    const until = body.until === null ? null : (parseDateTime(body.until) as Date)
    return present(await notes.verify(viewer, params.id, until))
  })
  serve(
    server,
    gate,
    noteEndpoints.flagNote,
    ['/notes/{id}/flag-as-outdated'],
    async ({ viewer, params, body }) => present(await notes.flagAsOutdated(viewer, params.id, body.reason)),
  )
  serve(server, gate, noteEndpoints.archiveNote, ['/notes/{id}/archived'], async ({ viewer, params, body }) =>
    present(await notes.setArchived(viewer, params.id, body.archived, now())),
  )
  serve(server, gate, noteEndpoints.ownNote, ['/notes/{id}/owner'], async ({ viewer, params, body }) =>
    // The contract let exactly one of the two through.
    present(await notes.setOwner(viewer, params.id, body as Owner)),
  )
  serve(server, gate, noteEndpoints.readAudience, ['/notes/{id}/audience'], async ({ viewer, params }) =>
    presentAudience(await notes.audience(viewer, params.id)),
  )
  serve(
    server,
    gate,
    noteEndpoints.changeAudience,
    ['/notes/{id}/audience'],
    async ({ viewer, params, body }) =>
      presentAudience(await notes.share(viewer, params.id, body.audience ?? undefined)),
  )

  async function list(
    viewer: Viewer,
    query: {
      parent?: { id: string; of: 'note' | 'filter' } | undefined
      topOnly?: boolean
      ownerId?: string | undefined
      includeArchived: boolean
      orderBy: NoteOrder
      cursor?: string | undefined
    },
  ) {
    const by = query.orderBy.startsWith('lastEditedAt') ? 'editedAt' : 'position'
    const page = await notes.list(viewer, {
      ...query,
      order: { by, isDescending: query.orderBy.endsWith('DESC') },
      after: query.cursor === undefined ? undefined : placeOf(query.cursor, query.orderBy, by),
      pageSize,
    })
    const last = page.notes.at(-1)
    const value = by === 'editedAt' ? last?.editedAt.toISOString() : last?.position
    return {
      notes: page.notes.map(present),
      total: page.total,
      hasNextPage: page.hasNextPage,
      nextCursor: page.hasNextPage ? encodeCursor([query.orderBy, value, last?.id]) : null,
    }
  }
}

const positionPlace = z.tuple([z.string(), z.int32(), storableText()])
const datePlace = z.tuple([z.string(), dateTimeText(), storableText()])

/** A cursor holds for the order that it came from. */
function placeOf(cursor: string, orderBy: NoteOrder, by: 'editedAt' | 'position') {
  const isOfOrder = ([order]: [string, ...unknown[]]) => order === orderBy
  if (by === 'position') {
    const [, value, id] = decodeCursor(cursor, positionPlace.refine(isOfOrder))
    return { value, id }
  }
  const [, value, id] = decodeCursor(cursor, datePlace.refine(isOfOrder))
  return { value: parseDateTime(value) as Date, id }
}

function textOf(body: { markdown?: string | undefined; html?: string | undefined }) {
  if (body.markdown !== undefined) return { content: body.markdown, type: 'markdown' as const }
  if (body.html !== undefined) return { content: body.html, type: 'html' as const }
  return undefined
}

function presentNote(note: NoteHead, at: Date): NoteBody {
  const reviewState = reviewStateAt(note, at)
  return {
    id: note.id,
    title: note.title,
    url: note.url,
    parentNoteId: note.parentId ?? null,
    createdAt: note.createdAt.toISOString(),
    updatedAt: note.updatedAt.toISOString(),
    lastEditedAt: note.editedAt.toISOString(),
    archivedAt: note.archivedAt?.toISOString() ?? null,
    ...(reviewState && { reviewState }),
    ...(note.reviewUntil && { reviewUntil: note.reviewUntil.toISOString() }),
    ...(note.reviewReason !== undefined && { reviewReason: note.reviewReason }),
    ...(note.owner !== undefined && { owner: presentOwner(note.owner) }),
  }
}

function presentVersion({ id, title, writtenAt, replacedAt }: VersionHead) {
  return { id, title, writtenAt: writtenAt.toISOString(), replacedAt: replacedAt.toISOString() }
}

function presentOwner(principal: string): Owner {
  return principal.startsWith('user:') ? { userId: principal.slice(5) } : { groupId: principal.slice(6) }
}

function presentAudience({ own, effective, inheritedFrom }: NoteAudience) {
  return {
    audience: own ?? null,
    effectiveAudience: effective,
    ...(inheritedFrom !== undefined && { inheritedFrom }),
  }
}
