import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { VersionSummary } from '../../content/indexing/document-versions.ts'
import type { Owner } from '../../content/notes/note-metadata.ts'
import type { NoteService } from '../../content/notes/note-service.ts'
import type { NoteAudience } from '../../content/notes/note-sharing.ts'
import type { Notes } from '../../content/notes/notes.ts'
import { noteEndpoints } from '../../contract/notes-endpoints.ts'
import { parseDateTime } from '../../contract/text.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'

/** Notes: listing, reading, writing, reviewing, archiving, sharing. */
export function noteRoutes(
  server: FastifyInstance,
  needs: { guard: Guard; notes: Notes; noteService: NoteService; now: () => Date; newId: () => string },
): void {
  const { guard, notes, now, newId } = needs
  const { format, list, present, read } = needs.noteService

  registerEndpoint(server, guard, noteEndpoints.listNotes, ['/notes'], ({ caller, query }) =>
    list(caller, {
      ...query,
      parent: query.parentNoteId === undefined ? undefined : { id: query.parentNoteId, of: 'filter' },
    }),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.listChildren,
    ['/notes/{id}/children'],
    ({ caller, params, query }) => list(caller, { ...query, parent: { id: params.id, of: 'note' } }),
  )
  registerEndpoint(server, guard, noteEndpoints.createNote, ['/notes'], async ({ caller, body, request }) => {
    const id = idFromIdempotencyKey(request.headers['idempotency-key'], caller) ?? newId()
    const note = {
      id,
      url: `${guard.publicUrl}/notes/${id}`,
      title: body.title,
      parentId: body.parentNoteId ?? undefined,
      ...(contentFromBody(body) ?? { content: '', type: 'markdown' as const }),
    }
    return present(await notes.create(caller, note, now()))
  })
  registerEndpoint(server, guard, noteEndpoints.readNote, ['/notes/{id}'], ({ caller, params, query }) =>
    read(caller, params.id, query.format),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.changeNote,
    ['/notes/{id}'],
    async ({ caller, params, body }) => {
      const change = {
        title: body.title,
        text: contentFromBody(body),
        parentId: body.parentNoteId,
        lastEditedAt: body.lastEditedAt === undefined ? undefined : parseDateTime(body.lastEditedAt),
      }
      return present(await notes.update(caller, params.id, change, now()))
    },
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.listVersions,
    ['/notes/{id}/versions'],
    async ({ caller, params }) => ({
      versions: (await notes.listVersions(caller, params.id)).map(presentVersion),
    }),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.readVersion,
    ['/notes/{id}/versions/{versionId}'],
    async ({ caller, params, query }) => {
      const version = await notes.getVersion(caller, params.id, params.versionId)
      return { ...presentVersion(version), content: await format(version, query.format) }
    },
  )
  registerEndpoint(server, guard, noteEndpoints.deleteNote, ['/notes/{id}'], ({ caller, params }) =>
    notes.delete(caller, params.id),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.verifyNote,
    ['/notes/{id}/verify'],
    async ({ caller, params, body }) => {
      const until = body.until === null ? null : (parseDateTime(body.until) as Date)
      return present(await notes.verify(caller, params.id, until))
    },
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.flagNote,
    ['/notes/{id}/flag-as-outdated'],
    async ({ caller, params, body }) => present(await notes.flagAsOutdated(caller, params.id, body.reason)),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.archiveNote,
    ['/notes/{id}/archived'],
    async ({ caller, params, body }) =>
      present(await notes.setArchived(caller, params.id, body.archived, now())),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.ownNote,
    ['/notes/{id}/owner'],
    async ({ caller, params, body }) =>
      // The contract let exactly one of the two through.
      present(await notes.setOwner(caller, params.id, body as Owner)),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.readAudience,
    ['/notes/{id}/audience'],
    async ({ caller, params }) => presentAudience(await notes.getAudience(caller, params.id)),
  )
  registerEndpoint(
    server,
    guard,
    noteEndpoints.changeAudience,
    ['/notes/{id}/audience'],
    async ({ caller, params, body }) =>
      presentAudience(await notes.share(caller, params.id, body.audience ?? undefined)),
  )
}

function contentFromBody(body: { markdown?: string | undefined; html?: string | undefined }) {
  if (body.markdown !== undefined) return { content: body.markdown, type: 'markdown' as const }
  if (body.html !== undefined) return { content: body.html, type: 'html' as const }
  return undefined
}

function presentVersion({ id, title, writtenAt, replacedAt }: VersionSummary) {
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
function idFromIdempotencyKey(key: string | string[] | undefined, caller: Caller): string | undefined {
  if (typeof key !== 'string' || key === '') return undefined
  const { organizationId, memberId } = caller
  return createHash('sha256')
    .update(JSON.stringify([organizationId, memberId, key]))
    .digest('hex')
    .slice(0, 20)
}
