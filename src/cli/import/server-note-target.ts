import { AppError } from '../../errors.ts'
import type { ServerClient } from '../server-client.ts'
import type { ImportTarget } from './import-target.ts'
import type { Journal } from './journal.ts'

interface NoteBody {
  id: string
  title: string
  parentNoteId: string | null
}

interface NotePage {
  notes: NoteBody[]
  hasNextPage: boolean
  nextCursor: string | null
}

/**
 * Notes behind a running server, below one note. The server gives the ids, so the journal is what knows them again. It
 * also knows which note was being made when a run was killed: that one is looked for, so that it is not made twice.
 */
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
  const taken = new Set([...journal.entries.values()].map(({ id }) => id))
  /** Notes of this title in this place that no page of the folder has. */
  const strangers = (title: string, parentId: string) =>
    [...present.values()]
      .filter((note) => note.title === title && note.parentNoteId === parentId && !taken.has(note.id))
      .map(({ id }) => id)
  const madeBefore = (path: string, title: string, parentId: string) => {
    const others = journal.begun.get(path)
    return others && strangers(title, parentId).find((id) => !others.includes(id))
  }
  return {
    hasTree: true,
    idOf: (path) => known(path),
    problemWith: () => undefined,
    linkTo: ({ id }) => `/notes/${encodeURIComponent(id)}`,
    async put(page, sent) {
      if (page.id !== undefined && sent?.id === page.id) return { id: page.id, outcome: 'unchanged' }
      const parentNoteId = page.parentId ?? underId
      const body = { title: page.title, parentNoteId, [page.type]: page.content }
      const id = page.id ?? madeBefore(page.path, page.title, parentNoteId)
      if (id === undefined) {
        journal.begin(page.path, strangers(page.title, parentNoteId))
        const made = (await server.call('POST', '/notes', body)) as NoteBody
        return { id: made.id, outcome: 'created' }
      }
      taken.add(id)
      await server.call('PUT', `/notes/${encodeURIComponent(id)}`, body)
      return { id, outcome: page.id === undefined ? 'created' : 'changed' }
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

async function listNotes(server: ServerClient): Promise<Map<string, NoteBody>> {
  const notes = new Map<string, NoteBody>()
  let cursor: string | null = null
  do {
    const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
    const page = (await server.call('GET', `/notes${query}`)) as NotePage
    for (const note of page.notes) notes.set(note.id, note)
    cursor = page.hasNextPage ? page.nextCursor : null
  } while (cursor !== null)
  return notes
}
