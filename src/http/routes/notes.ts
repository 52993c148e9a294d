import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Viewer } from '../../access/viewer.ts'
import { noteEndpoints } from '../../contract/notes-endpoints.ts'
import { parseDateTime } from '../../contract/text.ts'
import type { VersionHead } from '../../library/document-versions.ts'
import type { NoteDesk } from '../../library/note-desk.ts'
import type { NoteAudience } from '../../library/note-sharing.ts'
import type { Owner } from '../../library/note-upkeep.ts'
import type { Notes } from '../../library/notes.ts'
import { type Gate, serve } from '../operation.ts'

/** Notes: listing, reading, writing, reviewing, archiving, sharing. */
export function noteRoutes(
  server: FastifyInstance,
  needs: { gate: Gate; notes: Notes; noteDesk: NoteDesk; now: () => Date; newId: () => string },
): void {
  const { gate, notes, now, newId } = needs
  const { format, list, present, read } = needs.noteDesk

  serve(server, gate, noteEndpoints.listNotes, ['/notes'], ({ viewer, query }) =>
    list(viewer, {
      ...query,
      parent: query.parentNoteId === undefined ? undefined : { id: query.parentNoteId, of: 'filter' },
    }),
  )
  serve(server, gate, noteEndpoints.listChildren, ['/notes/{id}/children'], ({ viewer, params, query }) =>
    list(viewer, { ...query, parent: { id: params.id, of: 'note' } }),
  )
  serve(server, gate, noteEndpoints.createNote, ['/notes'], async ({ viewer, body, request }) => {
    const id = idUnder(request.headers['idempotency-key'], viewer) ?? newId()
    const note = {
      id,
      url: `${gate.publicUrl}/notes/${id}`,
      title: body.title,
      parentId: body.parentNoteId ?? undefined,
      ...(textOf(body) ?? { content: '', type: 'markdown' as const }),
    }
    return present(await notes.create(viewer, note, now()))
  })
  serve(server, gate, noteEndpoints.readNote, ['/notes/{id}'], ({ viewer, params, query }) =>
    read(viewer, params.id, query.format),
  )
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
}

function textOf(body: { markdown?: string | undefined; html?: string | undefined }) {
  if (body.markdown !== undefined) return { content: body.markdown, type: 'markdown' as const }
  if (body.html !== undefined) return { content: body.html, type: 'html' as const }
  return undefined
}

function presentVersion({ id, title, writtenAt, replacedAt }: VersionHead) {
  return { id, title, writtenAt: writtenAt.toISOString(), replacedAt: replacedAt.toISOString() }
}

function presentAudience({ own, effective, inheritedFrom }: NoteAudience) {
  return {
    audience: own ?? null,
    effectiveAudience: effective,
    ...(inheritedFrom !== undefined && { inheritedFrom }),
  }
}

/** The same for the same key of the same person: what is asked for twice is made once. */
function idUnder(key: string | string[] | undefined, viewer: Viewer): string | undefined {
  if (typeof key !== 'string' || key === '') return undefined
  const { organizationId, memberId } = viewer
  return createHash('sha256')
    .update(JSON.stringify([organizationId, memberId, key]))
    .digest('hex')
    .slice(0, 20)
}
