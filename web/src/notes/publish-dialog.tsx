import { useState } from 'react'
import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { type NoteOption, NotePicker } from '../components/note-picker.tsx'
import { useToast } from '../components/toast.tsx'
import { notesText } from '../messages/notes.ts'
import { RadioOption } from './audience-choice.tsx'
import { SelectedParent } from './selected-parent.tsx'

/** Asks who can see a private note from now on: the readers of its parent, or of a note that it moves below. */
export function PublishDialog({
  note,
  onClose,
}: {
  note: Pick<NoteWithContent, 'id' | 'parentNoteId'>
  onClose: () => void
}) {
  const { id, parentNoteId } = note
  const [isBelow, setIsBelow] = useState(false)
  const [parent, setParent] = useState<NoteOption>()
  const showToast = useToast()
  const publish = useApiMutation(
    async () => {
      if (isBelow && parent) await api.moveNote({ id, parentNoteId: parent.id, audience: null })
      else await api.changeNoteAudience({ id, audience: null })
    },
    ['note-tree', 'readNote', 'readNoteAudience', 'searchNotes'],
    () => {
      onClose()
      showToast(notesText('published'))
    },
  )
  return (
    <FormDialog
      title={notesText('publishNote')}
      mutation={publish}
      submitLabel={notesText('publishButton')}
      canSubmit={!isBelow || parent !== undefined}
      onClose={onClose}
    >
      {() =>
        parentNoteId === null ? (
          <>
            <fieldset className="space-y-3">
              <legend className="sr-only">{notesText('whoCanSee')}</legend>
              <RadioOption
                name="readers"
                isSelected={!isBelow}
                onSelect={() => setIsBelow(false)}
                hint={notesText('publishToEveryoneHint')}
              >
                {notesText('publishToEveryone')}
              </RadioOption>
              <RadioOption
                name="readers"
                isSelected={isBelow}
                onSelect={() => setIsBelow(true)}
                hint={notesText('publishBelowHint')}
              >
                {notesText('publishBelow')}
              </RadioOption>
            </fieldset>
            {isBelow && parent && <SelectedParent parent={parent} onChange={() => setParent(undefined)} />}
            {isBelow && !parent && <NotePicker isForParent onSelect={setParent} />}
          </>
        ) : (
          <ParentReaders parentId={parentNoteId} />
        )
      }
    </FormDialog>
  )
}

function ParentReaders({ parentId }: { parentId: string }) {
  const parent = useApiQuery('readNote', { id: parentId })
  return (
    <p>
      {parent.data ? notesText('publishToParentReaders', { title: parent.data.title }) : notesText('publishToReaders')}
    </p>
  )
}
