import type { Principal } from '../../access/audiences.ts'
import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { isNote } from '../../storage/is-note.ts'
import { isSameNote, isSameText, readStoredDocuments, type StoredDocument } from '../stored-organization.ts'
import { type ImportTarget, pageIdFromPath } from './import-target.ts'
import type { Journal } from './journal.ts'

/** Writes pages as notes of the local store, below one note or at the top level. */
export async function createNoteTarget(
  app: App,
  organizationId: string,
  {
    key,
    underId,
    audience,
    journal,
  }: {
    /** Distinguishes the ids of the same folder in different targets. */
    key: string
    /** Undefined: the top level. */
    underId: string | undefined
    /** Of new notes without a parent in the import; undefined: inherited. */
    audience: Principal[] | undefined
    journal: Journal
  },
): Promise<ImportTarget> {
  const stored = await readStoredDocuments(app.database.unrestricted, organizationId, null)
  if (underId !== undefined && !stored.has(underId)) {
    throw new AppError('not-found', `There is no note ${underId} in ${organizationId} to import under.`)
  }
  const imported = new Set([...journal.entries.values()].map(({ id }) => id))
  const startedAt = app.now()

  return {
    hasTree: true,
    idOf: (path, chosen) => chosen ?? pageIdFromPath(key, path),
    validateId(id) {
      if (id.length > 256) return 'has an id of more than 256 characters'
      if (id === underId) return `has the id of the note to import under`
      if (underId === undefined) {
        return stored.has(id) && !imported.has(id)
          ? `has the id ${id}, which another note has; choose another id`
          : undefined
      }
      return stored.has(id) && !isDescendant(stored, id, underId)
        ? `has the id ${id}, which a note elsewhere has; choose another id, or move that note below ${underId}`
        : undefined
    },
    isStored: (id) => stored.has(id),
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page, sent) {
      const id = page.id as string
      const before = stored.get(id)
      // The file has not changed since: what somebody has written in the app since then stays.
      if (before?.isWrittenByMember && sent?.id === id) return { id, outcome: 'unchanged' }
      const note = {
        id,
        title: page.title,
        content: page.content,
        type: page.type,
        url: page.url,
        // At the top level, a note stays where people moved it.
        parentId: page.parentId ?? underId ?? before?.parentId,
        // Keeps the audience that people set since.
        audience: before ? before.audience : page.parentId === undefined ? audience : undefined,
        updatedAt: page.date ?? (isSameText(page, before) ? before.updatedAt : (page.modifiedAt ?? startedAt)),
        position: before ? undefined : page.position,
      }
      if (isSameNote(note, before)) return { id, outcome: 'unchanged' }
      const outcome = await app.notes.upsert(organizationId, note)
      return { id, outcome }
    },
    async remove(id) {
      // Removing a note removes its subpages, which at this point are not from this folder.
      if (await hasChildren(app, organizationId, id)) return false
      await app.notes.remove(organizationId, id)
      return true
    },
  }
}

function isDescendant(notes: ReadonlyMap<string, StoredDocument>, id: string, ancestor: string): boolean {
  for (let parent = notes.get(id)?.parentId; parent !== undefined; parent = notes.get(parent)?.parentId) {
    if (parent === ancestor) return true
  }
  return false
}

async function hasChildren(app: App, organizationId: string, id: string): Promise<boolean> {
  const child = await app.database.unrestricted
    .selectFrom('document as child')
    .innerJoin('document as parent', (join) =>
      join.onRef('parent.org_id', '=', 'child.org_id').onRef('parent.key', '=', 'child.parent_key'),
    )
    .select('child.key')
    .where('parent.org_id', '=', organizationId)
    .where(isNote('child'))
    .where(isNote('parent'))
    .where('parent.id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined
}
