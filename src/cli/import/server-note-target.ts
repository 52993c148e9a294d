import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { ServerClient } from '../server-client.ts'
import type { ImportTarget } from './import-target.ts'
import type { Journal } from './journal.ts'

interface NoteBody {
  id: string
}

interface NotePage {
  notes: NoteBody[]
  hasNextPage: boolean
  nextCursor: string | null
}

/**
 * Notes behind a running server, below one note. The server gives the ids, so the journal is what knows them again. It
 * also knows under which key a note was being made when a run was killed: with the same key it is not made twice.
 */
export async function createServerNoteTarget(
  server: ServerClient,
  underId: string,
  journal: Journal,
): Promise<ImportTarget> {
  await server.call('GET', `/notes/${encodeURIComponent(underId)}`)
  const present = await listNoteIds(server)
  return {
    hasTree: true,
    idOf(path) {
      const id = journal.entries.get(path)?.id
      return id !== undefined && present.has(id) ? id : undefined
    },
    validateId: () => undefined,
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page, sent) {
      if (page.id !== undefined && sent?.id === page.id) return { id: page.id, outcome: 'unchanged' }
      const parentNoteId = page.parentId ?? underId
      const body = { title: page.title, parentNoteId, [page.type]: page.content }
      if (page.id !== undefined) {
        await server.call('PUT', `/notes/${encodeURIComponent(page.id)}`, body)
        return { id: page.id, outcome: 'changed' }
      }
      const before = journal.pending.get(page.path)
      const key = before ?? randomUUID()
      if (before === undefined) journal.markPending(page.path, key)
      const { id } = (await server.call('POST', '/notes', body, { 'idempotency-key': key })) as NoteBody
      // It may have been made then, from what the file said then.
      if (before !== undefined) await server.call('PUT', `/notes/${encodeURIComponent(id)}`, body)
      return { id, outcome: 'created' }
    },
    async remove(id) {
      try {
        const path = `/notes/${encodeURIComponent(id)}`
        const below = (await server.call('GET', `${path}/children`)) as NotePage
        if (below.notes.length > 0) return false
        await server.call('DELETE', path)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'not-found')) throw error
      }
      return true
    },
  }
}

async function listNoteIds(server: ServerClient): Promise<Set<string>> {
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
    const page = (await server.call('GET', `/notes${query}`)) as NotePage
    for (const { id } of page.notes) ids.add(id)
    cursor = page.hasNextPage ? page.nextCursor : null
  } while (cursor !== null)
  return ids
}
