import { randomUUID } from 'node:crypto'
import type { Client } from '../../../sdk/src/client.ts'
import { AppError } from '../../errors.ts'
import { firstCallOptions } from '../server-client.ts'
import type { ImportTarget } from './import-target.ts'
import type { Journal } from './journal.ts'

/**
 * Writes pages as notes below one note on a running server. The server assigns the ids; the journal remembers them. It also
 * remembers the idempotency key of a note whose creation was interrupted, so that the note isn't created twice.
 */
export async function createServerNoteTarget(client: Client, underId: string, journal: Journal): Promise<ImportTarget> {
  await client.readNote({ id: underId }, firstCallOptions)
  const storedIds = new Set<string>()
  for await (const { id } of client.paginate('listNotes', {})) storedIds.add(id)
  return {
    hasTree: true,
    idOf(path) {
      const id = journal.entries.get(path)?.id
      return id !== undefined && storedIds.has(id) ? id : undefined
    },
    validateId: () => undefined,
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page, sent) {
      if (page.id !== undefined && sent?.id === page.id) return { id: page.id, outcome: 'unchanged' }
      const note = {
        title: page.title,
        parentNoteId: page.parentId ?? underId,
        [page.type]: page.content,
      }
      if (page.id !== undefined) {
        await client.changeNote({ id: page.id, ...note })
        return { id: page.id, outcome: 'changed' }
      }
      const pendingKey = journal.pending.get(page.path)
      const key = pendingKey ?? randomUUID()
      if (pendingKey === undefined) journal.markPending(page.path, key)
      const { id } = await client.createNote(note, { headers: { 'idempotency-key': key } })
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
