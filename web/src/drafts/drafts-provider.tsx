import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Me, NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { announceSignIn, onSessionChange } from '../api/session.ts'
import type { EditSessionDeps } from '../notes/edit-session.ts'
import { openDraftStore } from './draft-store.ts'
import { createDrafts, type Drafts, draftOwner } from './drafts.ts'
import { claimTab } from './tab-presence.ts'
import { useUnsavedWork } from './unsaved-work.ts'

const DraftsContext = createContext<(Drafts & { isRecovered: boolean }) | undefined>(undefined)

// Opened with the page, so that the first character typed can be written at once.
const store = openDraftStore()
const tab = claimTab()

const maxRecoveryMs = 2000

/** Keeps what the signed-in person types, and saves it when the page is hidden, comes back or is online again. */
export function DraftsProvider({ me, children }: { me: Me; children: ReactNode }) {
  const queryClient = useQueryClient()
  const owner = draftOwner(me)
  const [drafts] = useState(() => createDrafts({ store, owner, tab, notes: noteApi(queryClient) }))

  const [isRecovered, setIsRecovered] = useState(false)

  useEffect(() => {
    const finish = () => setIsRecovered(true)
    // A browser whose storage doesn't answer must not keep notes closed.
    const timer = setTimeout(finish, maxRecoveryMs)
    void drafts.recover().finally(finish)
    return () => clearTimeout(timer)
  }, [drafts])

  useEffect(() => {
    const { sessions } = drafts
    const flush = () => void sessions.flush()
    const retry = () => sessions.retry()
    const onVisibilityChange = () => (document.visibilityState === 'hidden' ? flush() : retry())
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', retry)
    window.addEventListener('focus', retry)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', retry)
      window.removeEventListener('focus', retry)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [drafts])

  // Another tab signed out, or in as someone else: this page and its drafts are not theirs.
  useEffect(() => {
    announceSignIn(owner)
    return onSessionChange(async (signedIn) => {
      if (signedIn === owner) return
      drafts.sessions.stop()
      if (signedIn === undefined) await drafts.clear()
      location.assign('/')
    })
  }, [drafts, owner])
  useEffect(() => {
    if (owner === drafts.owner) return
    drafts.sessions.stop()
    location.reload()
  }, [owner, drafts])

  useUnsavedWork(useCallback(() => drafts.sessions.isEditing(), [drafts]))
  const value = useMemo(() => ({ ...drafts, isRecovered }), [drafts, isRecovered])
  return <DraftsContext value={value}>{children}</DraftsContext>
}

/** Returns the drafts; `isRecovered` once those of earlier pages are known. */
export function useDrafts(): Drafts & { isRecovered: boolean } {
  const drafts = useContext(DraftsContext)
  if (!drafts) throw new Error('useDrafts needs a DraftsProvider.')
  return drafts
}

/** Returns the text of an input field that survives navigation, reloading and outages. */
export function useTextDraft(name: string): [text: string, setText: (text: string) => void] {
  const { texts } = useDrafts()
  const text = useSyncExternalStore(texts.subscribe, () => texts.get(name))
  return [text, (typed) => texts.set(name, typed)]
}

/** Reads and saves notes for edit sessions, and updates what the screens show after a save. */
function noteApi(queryClient: QueryClient): Omit<EditSessionDeps, 'keep' | 'forget'> {
  return {
    read: (id) => api.readNote({ id }),
    save: api.changeNote,
    onSaved: (note, { content }) => void showSavedNote(queryClient, { ...note, content }),
    now: Date.now,
  }
}

async function showSavedNote(queryClient: QueryClient, saved: Omit<NoteWithContent, 'isRestricted'>): Promise<void> {
  const queryKey = ['readNote', { id: saved.id }]
  // The answer to a read that started before the save would bring the old text back.
  await queryClient.cancelQueries({ queryKey })
  const shown = queryClient.getQueryData<NoteWithContent>(queryKey)
  if (shown) queryClient.setQueryData<NoteWithContent>(queryKey, { ...shown, ...saved })
  else void queryClient.refetchQueries({ queryKey })
  const titleLists = ['note-tree', 'note-ancestors', 'listFavouriteNotes', 'searchTitles']
  if (shown?.title !== saved.title)
    for (const name of titleLists) void queryClient.invalidateQueries({ queryKey: [name] })
  void queryClient.invalidateQueries({ queryKey: ['listNoteVersions'] })
}
