import { randomUUID } from 'node:crypto'
import type { Client } from '../../../sdk/src/client.ts'
import { AppError } from '../../errors.ts'
import { firstCallOptions } from '../server-client.ts'
import type { ImportTarget } from './import-target.ts'
import type { Journal } from './journal.ts'

/**
 * Writes pages as notes on a running server, below one note or at the top level. The server assigns the ids; the journal
 * remembers them. It also remembers the idempotency key of a note whose creation was interrupted, so that the note isn't
 * created twice.
 */
export async function createServerNoteTarget(
  client: Client,
  {
    underId,
    audience,
    journal,
  }: {
    /** Undefined: the top level. */
    underId: string | undefined
    /** Of new notes without a parent in the import, by name; undefined: inherited. */
    audience: string[] | undefined
    journal: Journal
  },
): Promise<ImportTarget> {
  if (underId !== undefined) await client.readNote({ id: underId }, firstCallOptions)
  const storedIds = new Set<string>()
  for await (const { id } of client.paginate('listNotes', {})) storedIds.add(id)
  return {
    hasTree: true,
    idOf(path) {
      const id = journal.entries.get(path)?.id
      return id !== undefined && storedIds.has(id) ? id : undefined
    },
    validateId: () => undefined,
    isStored: (id) => storedIds.has(id),
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page, sent) {
      if (page.id !== undefined && sent?.id === page.id) return { id: page.id, outcome: 'unchanged' }
      const parentNoteId = page.parentId ?? underId
      const note = {
        title: page.title,
        // At the top level, a note stays where people moved it.
        ...(parentNoteId !== undefined && { parentNoteId }),
        [page.type]: page.content,
      }
      if (page.id !== undefined) {
        await client.changeNote({ id: page.id, ...note })
        return { id: page.id, outcome: 'changed' }
      }
      const pendingKey = journal.pending.get(page.path)
      const key = pendingKey ?? randomUUID()
      if (pendingKey === undefined) journal.markPending(page.path, key)
      const readers = page.parentId === undefined && audience ? { audience } : {}
      const { id } = await client.createNote({ ...note, ...readers }, { headers: { 'idempotency-key': key } })
      // An interrupted run may have created it from an earlier version of the file.
      if (pendingKey !== undefined) await client.changeNote({ id, ...note })
      return { id, outcome: 'created' }
    },
    async remove(id) {
      try {
        const { notes } = await client.listNoteChildren({ id })
        if (notes.length > 0) return false
        await client.deleteNote({ id })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'not-found')) throw error
      }
      return true
    },
  }
}
