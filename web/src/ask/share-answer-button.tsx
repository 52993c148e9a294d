import { useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'

/** A link to the answer. It opens for colleagues who may see every source of it, and for nobody else. */
export function ShareAnswerButton({
  record,
  onRecord,
}: {
  record: AskedQuestion
  onRecord: (record: AskedQuestion) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const share = useApiMutation(
    (isShared: boolean) => api.shareAnswer({ id: record.id, isShared }),
    ['listMyQuestions'],
    onRecord,
  )
  const link = `${location.origin}/shared/${record.id}`
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
          if (!record.isShared) share.mutate(true)
        }}
      >
        <Icon name="share" size={16} />
        Share
      </button>
      {isOpen && (
        <Dialog title="Share this answer" onClose={() => setIsOpen(false)}>
          <p className="text-quiet">
            The link opens for people of your organization who may see every source of the answer. For
            everybody else it does not exist.
          </p>
          {share.isPending && !record.isShared && <LoadingSkeleton label="Making the link" lines={1} />}
          {share.error && <ErrorAlert error={share.error} onRetry={() => share.mutate(true)} />}
          {record.isShared && (
            <>
              <div className="mt-4 flex flex-wrap items-center gap-2">
                <code className="min-w-0 flex-1 basis-60 truncate rounded-lg bg-sunken px-3 py-2 font-mono text-sm">
                  {link}
                </code>
                <CopyButton text={link} label="Copy link" />
              </div>
              <div className="mt-5 flex justify-end">
                <button
                  type="button"
                  className="button button-danger"
                  onClick={() => {
                    share.mutate(false)
                    setIsOpen(false)
                  }}
                >
                  Stop sharing
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
