import { FileButton } from '../components/file-button.tsx'
import { Icon } from '../components/icon.tsx'
import { noteEditingText } from '../messages/note-editing.ts'

/** Lets the person choose files to attach. */
export function AttachButton(props: { isDisabled: boolean; onFiles: (files: File[]) => void }) {
  return (
    <FileButton label={noteEditingText('filesToAttach')} className="button button-quiet" {...props}>
      <Icon name="attach" size={16} />
      {noteEditingText('attachFile')}
    </FileButton>
  )
}
