import { CopyButton } from '../components/copy-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { settingsText } from '../messages/settings.ts'

/** Shows a secret that is shown only once. */
export function SecretDialog({
  title,
  description,
  secret,
  onClose,
}: {
  title: string
  description: string
  secret: string
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-quiet">{description}</p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <code
          data-testid="secret"
          className="min-w-0 flex-1 basis-60 rounded-lg bg-sunken px-3 py-2 font-mono text-sm break-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} />
      </div>
      <div className="mt-5 flex justify-end">
        <button type="button" className="button button-primary" onClick={onClose}>
          {settingsText('done')}
        </button>
      </div>
    </Dialog>
  )
}
