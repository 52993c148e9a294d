import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { randomUuid } from '../components/random-uuid.ts'
import type { Draft, DraftStore } from '../drafts/draft-store.ts'
import { createEditSession, type EditSession, type EditSessionDeps, type NoteDraft } from './edit-session.ts'

/** The edit sessions of this tab: those with an open editor, and those whose text the server doesn't have yet. */
export function createEditSessions({
  store,
  owner,
  tab,
  ...api
}: { store: DraftStore; owner: string; tab: string } & Omit<EditSessionDeps, 'keep' | 'forget'>) {
  const sessions = new Map<string, { session: EditSession; editors: number }>()
  const listeners = new Set<() => void>()
  let unsaved: readonly EditSession[] = []

  const update = () => {
    for (const [id, { session, editors }] of sessions) {
      if (editors === 0 && session.getState().status === 'saved') sessions.delete(id)
    }
    unsaved = [...sessions.values()].map(({ session }) => session).filter((one) => one.getState().status !== 'saved')
    for (const listener of listeners) listener()
  }

  const add = (id: string, noteId: string, start: Parameters<typeof createEditSession>[1]): EditSession => {
    const key = [owner, 'note', noteId, id] as const
    const session = createEditSession({ id, noteId }, start, {
      ...api,
      keep: (value, changedAt) => store.put({ key, tab, changedAt, value }),
      forget: () => void store.delete(key),
    })
    sessions.set(id, { session, editors: 0 })
    session.subscribe(update)
    return session
  }

  const findUnsaved = (noteId: string) => unsaved.find((session) => session.noteId === noteId)

  return {
    findUnsaved,
    /** Returns the session of the note in this tab, or a new one on the note as it was read. */
    open(noteId: string, note: NoteWithContent | undefined): EditSession | undefined {
      const existing = [...sessions.values()].find(({ session }) => session.noteId === noteId)
      return findUnsaved(noteId) ?? existing?.session ?? (note && add(randomUuid(), noteId, { note }))
    },
    /** Counts an open editor; the returned function ends it and saves what it left unsaved. */
    attach(session: EditSession): () => void {
      const entry = sessions.get(session.id) ?? { session, editors: 0 }
      sessions.set(session.id, entry)
      entry.editors += 1
      return () => {
        entry.editors -= 1
        void session.flush().then(update)
      }
    },
    /** Continues with a draft of an earlier page or a closed tab: saves it, unless someone else saved the note since. */
    adopt(draft: Draft<NoteDraft>) {
      const [, , noteId, id] = draft.key
      if (sessions.has(id)) return
      void store.put({ ...draft, tab })
      const session = add(id, noteId, { draft })
      update()
      void session.flush()
    },
    getUnsaved: () => unsaved,
    isEditing: () => sessions.size > 0,
    /** Tries again what waits for the server. */
    retry() {
      for (const session of unsaved) session.retry()
    },
    /** Saves everything now that the server didn't refuse, for example because the page is closed. */
    async flush() {
      const open = unsaved.filter((session) => session.getState().status !== 'refused')
      await Promise.all(open.map((session) => session.flush()))
    },
    /** Sends nothing any more: someone else is signed in, and it would be saved in their name. */
    stop() {
      for (const { session } of sessions.values()) session.stop()
    },
    discard() {
      for (const session of unsaved) session.discard()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
