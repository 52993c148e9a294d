import type { Me } from '../../../sdk/src/operations.ts'
import type { EditSessionDeps, NoteDraft } from '../notes/edit-session.ts'
import { createEditSessions } from '../notes/edit-sessions.ts'
import type { Draft, DraftStore } from './draft-store.ts'
import { whenTabIsClosed } from './tab-presence.ts'
import { createTextDrafts } from './text-drafts.ts'

export type Drafts = ReturnType<typeof createDrafts>

/** Tells drafts of different people in the same browser apart. */
export function draftOwner({ organizationDomain, id }: Me): string {
  return JSON.stringify([organizationDomain, id])
}

/** Everything that one person typed in this tab and that the server doesn't have yet. */
export function createDrafts({
  store,
  owner,
  tab,
  notes,
}: {
  store: DraftStore
  owner: string
  tab: string
  notes: Omit<EditSessionDeps, 'keep' | 'forget'>
}) {
  const sessions = createEditSessions({ store, owner, tab, ...notes })
  const texts = createTextDrafts({ store, owner, tab })
  const adopt = (drafts: Draft[]) => {
    for (const draft of drafts) {
      if (draft.key[1] === 'note') sessions.adopt(draft as Draft<NoteDraft>)
      else texts.adopt(draft)
    }
  }
  return {
    owner,
    sessions,
    texts,
    /** Continues with the drafts of this tab before a reload, and with those of other tabs once they are closed. */
    async recover(): Promise<void> {
      const drafts = (await store.list(owner)).toSorted((one, other) => other.changedAt - one.changedAt)
      adopt(drafts.filter((draft) => draft.tab === tab))
      for (const other of new Set(drafts.map((draft) => draft.tab))) {
        if (other === tab) continue
        void whenTabIsClosed(other, async () => adopt((await store.list(owner)).filter((draft) => draft.tab === other)))
      }
    },
    /** Tells whether changes of notes are unsaved, in this tab or, as far as this device stores them, in another one. */
    async hasUnsavedNotes(): Promise<boolean> {
      return sessions.getUnsaved().length > 0 || (await store.list(owner)).some(({ key }) => key[1] === 'note')
    },
    /** Deletes all drafts of the person from this device. */
    async clear(): Promise<void> {
      sessions.discard()
      await store.clear(owner)
    },
  }
}
