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

/** Notes behind a running server, below one note. The server gives the ids, so the journal is what knows them again. */
export async function createServerNoteTarget(
  server: ServerClient,
  underId: string,
  journal: Journal,
): Promise<ImportTarget> {
  await server.call('GET', `/notes/${encodeURIComponent(underId)}`)
  const present = await listNotes(server)
  const known = (path: string) => {
    const id = journal.entries.get(path)?.id
    return id !== undefined && present.has(id) ? id : undefined
  }
  return {
    hasTree: true,
    idOf: (path) => known(path),
    problemWith: () => undefined,
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page, sent) {
      if (page.id !== undefined && sent?.id === page.id) return { id: page.id, outcome: 'unchanged' }
      const body = {
        title: page.title,
        parentNoteId: page.parentId ?? underId,
        [page.type]: page.content,
      }
      if (page.id === undefined) {
        const { id } = (await server.call('POST', '/notes', body)) as NoteBody
        return { id, outcome: 'created' }
      }
      await server.call('PUT', `/notes/${encodeURIComponent(page.id)}`, body)
      return { id: page.id, outcome: 'changed' }
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

async function listNotes(server: ServerClient): Promise<Set<string>> {
  const ids = new Set<string>()
  let cursor: string | null = null
  do {
    const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
    const page = (await server.call('GET', `/notes${query}`)) as NotePage
    for (const note of page.notes) ids.add(note.id)
    cursor = page.hasNextPage ? page.nextCursor : null
  } while (cursor !== null)
  return ids
}
