import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { Owner } from '../../content/notes/note-metadata.ts'
import type { MoveEffect } from '../../content/notes/note-moving.ts'
import type { NoteService } from '../../content/notes/note-service.ts'
import type { PrincipalList } from '../../content/notes/note-sharing.ts'
import type { VersionSummary } from '../../content/notes/note-versions.ts'
import type { Notes } from '../../content/notes/notes.ts'
import { givenText, ignoredChanges, readNewNoteText } from '../../content/notes/written-fields.ts'
import type { FieldWarning, NoteBody } from '../../contract/notes.ts'
import { noteEndpoints } from '../../contract/notes-endpoints.ts'
import { parseDateTime } from '../../contract/text.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Notes: listing, reading, writing, reviewing, archiving, sharing. */
export function noteRoutes(
  server: FastifyInstance,
  deps: { guard: Guard; notes: Notes; noteService: NoteService; now: () => Date; newId: () => string },
): void {
  const { guard, notes, now, newId } = deps
  const { format, list, present, read } = deps.noteService
  const register = createEndpointRegistrar(server, guard)

  register(noteEndpoints.listNotes, ({ caller, query }) =>
    list(caller, {
      ...query,
      parent: query.parentNoteId === undefined ? undefined : { id: query.parentNoteId, of: 'filter' },
    }),
  )
  register(noteEndpoints.listChildren, ({ caller, params, query }) =>
    list(caller, { ...query, parent: { id: params.id, of: 'note' } }),
  )
  register(noteEndpoints.createNote, async ({ caller, body, request }) => {
    const id = idFromIdempotencyKey(request.headers['idempotency-key'], caller) ?? newId()
    const { text, warnings } = await readNewNoteText(body, (templateId) => notes.read(caller, templateId))
    const note = {
      id,
      title: body.title,
      parentId: body.parentNoteId ?? undefined,
      audience: body.audience,
      ...text,
    }
    return withWarnings(present(await notes.create(caller, note, now())), warnings)
  })
  register(noteEndpoints.readNote, ({ caller, params, query }) => read(caller, params.id, query.format))
  register(noteEndpoints.changeNote, async ({ caller, params, body, recordAudienceChange }) => {
    const change = {
      title: body.title,
      text: givenText(body),
      parentId: body.parentNoteId,
      isTemplate: body.isTemplate,
      lastEditedAt: body.lastEditedAt === undefined ? undefined : parseDateTime(body.lastEditedAt),
    }
    const changed = await notes.update(caller, params.id, change, now(), recordAudienceChange)
    return withWarnings(present(changed), ignoredChanges(body))
  })
  register(noteEndpoints.listVersions, async ({ caller, params }) => ({
    versions: (await notes.listVersions(caller, params.id)).map(presentVersion),
  }))
  register(noteEndpoints.readVersion, async ({ caller, params, query }) => {
    const version = await notes.getVersion(caller, params.id, params.versionId)
    return { ...presentVersion(version), content: await format(version, query.format) }
  })
  register(noteEndpoints.deleteNote, ({ caller, params }) => notes.delete(caller, params.id))
  register(noteEndpoints.verifyNote, async ({ caller, params, body }) => {
    const until = body.until === null ? null : (parseDateTime(body.until) as Date)
    return present(await notes.verify(caller, params.id, until))
  })
  register(noteEndpoints.flagNote, async ({ caller, params, body }) =>
    present(await notes.flagAsOutdated(caller, params.id, body.reason)),
  )
  register(noteEndpoints.archiveNote, async ({ caller, params, body }) =>
    present(await notes.setArchived(caller, params.id, body.archived, now())),
  )
  register(noteEndpoints.setOwner, async ({ caller, params, body }) =>
    // The contract let exactly one of the two through.
    present(await notes.setOwner(caller, params.id, body as Owner)),
  )
  register(noteEndpoints.readAudience, async ({ caller, params }) =>
    presentAudience(await notes.getAudience(caller, params.id)),
  )
  register(noteEndpoints.changeAudience, async ({ caller, params, body, recordAudienceChange }) =>
    presentAudience(await notes.share(caller, params.id, body.audience ?? undefined, recordAudienceChange)),
  )
  register(noteEndpoints.previewMove, async ({ caller, params, query }) =>
    presentMoveEffect(await notes.previewMove(caller, params.id, query.parentNoteId ?? null)),
  )
  register(noteEndpoints.moveNote, async ({ caller, params, body, recordAudienceChange }) => {
    const { parentNoteId: parentId, ...place } = body
    const moved = await notes.move(caller, params.id, { ...place, parentId }, recordAudienceChange)
    const { parentId: parentNoteId, ...from } = moved.from
    return { ...presentMoveEffect(moved), note: present(moved.note), from: { parentNoteId, ...from } }
  })
}

function withWarnings(note: NoteBody, warnings: FieldWarning[]): NoteBody {
  return { ...note, ...(warnings.length > 0 && { warnings }) }
}

function presentVersion({ id, title, writtenAt, replacedAt, writtenBy }: VersionSummary) {
  return {
    id,
    title,
    writtenAt: writtenAt.toISOString(),
    replacedAt: replacedAt.toISOString(),
    ...(writtenBy && { writtenBy: { userId: writtenBy.id, name: writtenBy.name } }),
  }
}

function presentAudience({ own, effective, inheritedFrom }: PrincipalList) {
  return {
    audience: own ?? null,
    effectiveAudience: effective,
    ...(inheritedFrom !== undefined && { inheritedFrom }),
  }
}

function presentMoveEffect({ before, after, gained, lost, noteCount, editors, editing }: MoveEffect) {
  return {
    audienceBefore: before,
    audienceAfter: after,
    gained,
    lost,
    noteCount,
    editorsBefore: editors.before,
    editorsAfter: editors.after,
    editing,
  }
}

/** Returns the same id for the same key of the same person, so that a repeated request creates one note. */
function idFromIdempotencyKey(key: string | string[] | undefined, caller: Caller): string | undefined {
  if (typeof key !== 'string' || key === '') return undefined
  const { organizationId, memberId } = caller
  return createHash('sha256')
    .update(JSON.stringify([organizationId, memberId, key]))
    .digest('hex')
    .slice(0, 20)
}
