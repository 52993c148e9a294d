import type { App } from '../../app.ts'
import { AppError } from '../../errors.ts'
import { isSameNote, isSameText, readStoredDocuments, type StoredDocument } from '../stored-organization.ts'
import { type ImportTarget, pageIdFromPath } from './import-target.ts'

/** Writes pages as notes below one note of the local store. */
export async function createNoteTarget(app: App, organizationId: string, underId: string): Promise<ImportTarget> {
  const stored = await readStoredDocuments(app.database.unrestricted, organizationId, null)
  if (!stored.has(underId)) {
    throw new AppError('not-found', `There is no note ${underId} in ${organizationId} to import under.`)
  }
  const startedAt = app.now()

  return {
    hasTree: true,
    idOf: (path, chosen) => chosen ?? pageIdFromPath(`note ${underId}`, path),
    validateId(id) {
      if (id.length > 256) return 'has an id of more than 256 characters'
      if (id === underId) return `has the id of the note to import under`
      return stored.has(id) && !isDescendant(stored, id, underId)
        ? `has the id ${id}, which a note elsewhere has; choose another id, or move that note below ${underId}`
        : undefined
    },
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page) {
      const id = page.id as string
      const before = stored.get(id)
      const note = {
        id,
        title: page.title,
        content: page.content,
        type: page.type,
        url: page.url,
        parentId: page.parentId ?? underId,
        // Keeps the audience that people set since.
        audience: before?.audience,
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
    .where('parent.root_id', 'is', null)
    .where('parent.id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return child !== undefined
}
