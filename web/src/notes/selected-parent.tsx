import { useApiQuery } from '../api/queries.ts'
import { Icon } from '../components/icon.tsx'
import type { NoteOption } from '../components/note-picker.tsx'
import { summarizePrincipals } from '../components/principal-picker.tsx'
import { noteDialogText as text } from '../messages/note-dialogs.ts'

/** The note that another one goes below, with the people who can see it. */
export function SelectedParent({ parent, onChange }: { parent: NoteOption; onChange: () => void }) {
  const audience = useApiQuery('readNoteAudience', { id: parent.id }, { isCached: false })
  return (
    <div className="flex items-center gap-3 rounded-lg bg-sunken px-4 py-2.5">
      <Icon name="notes" size={16} className="text-quiet" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{parent.title}</span>
        <span className="block text-sm text-quiet">
          {audience.data ? text('visibleTo', { names: summarizePrincipals(audience.data.effectiveAudience) }) : '…'}
        </span>
      </span>
      <button type="button" className="button" onClick={onChange}>
        {text('changeParent')}
      </button>
    </div>
  )
}
