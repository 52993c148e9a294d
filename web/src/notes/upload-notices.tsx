import { Icon } from '../components/icon.tsx'
import { noteEditingText } from '../messages/note-editing.ts'
import type { UploadNotice } from './use-uploads.ts'

/** Says what happened to files that weren't attached, or whose text search can't find, until it is closed. */
export function UploadNotices({
  notices,
  onClose,
}: {
  notices: readonly UploadNotice[]
  onClose: (id: number) => void
}) {
  return (
    <div className="space-y-2">
      {notices.map(({ id, isFailure, text }) => (
        <div
          key={id}
          role="alert"
          className={`card flex items-start gap-3 px-4 py-2.5 text-sm last:mb-4 ${isFailure ? 'border-alarm/40 bg-alarm-soft' : 'border-warn/50 bg-warn-soft'}`}
        >
          <Icon name="alert" size={16} className={`mt-0.5 ${isFailure ? 'text-alarm' : 'text-warn'}`} />
          <p className="min-w-0 flex-1 break-words">{text}</p>
          <button
            type="button"
            className="button button-quiet -my-1 -mr-2"
            aria-label={noteEditingText('closeNotice')}
            onClick={() => onClose(id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </div>
  )
}
