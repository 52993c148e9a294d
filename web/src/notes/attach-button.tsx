import { FileButton } from '../components/file-button.tsx'
import { Icon } from '../components/icon.tsx'

/** Lets the person choose files to attach. */
export function AttachButton(props: { isDisabled: boolean; onFiles: (files: File[]) => void }) {
  return (
    <FileButton label="Files to attach" className="button button-quiet" {...props}>
      <Icon name="attach" size={16} />
      Attach file
    </FileButton>
  )
}
