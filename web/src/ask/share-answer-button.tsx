import { useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert, LoadingSkeleton } from '../components/query-state.tsx'

/** Shares a link to the answer, which only colleagues who can see all of its sources can open. */
export function ShareAnswerButton({
  question,
  onQuestionChange,
}: {
  question: AskedQuestion
  onQuestionChange: (question: AskedQuestion) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const share = useApiMutation(
    (isShared: boolean) => api.shareAnswer({ id: question.id, isShared }),
    ['listMyQuestions'],
    onQuestionChange,
  )
  const link = `${location.origin}/shared/${question.id}`
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
          if (!question.isShared) share.mutate(true)
        }}
      >
        <Icon name="share" size={16} />
        Share
      </button>
      {isOpen && (
        <Dialog title="Share this answer" onClose={() => setIsOpen(false)}>
          <p className="text-quiet">
            People in your organization who can see every source of this answer can open the link. Others see “not
            found”.
          </p>
          {share.isPending && !question.isShared && <LoadingSkeleton label="Creating the link" lines={1} />}
          {share.error && <ErrorAlert error={share.error} onRetry={() => share.mutate(true)} />}
          {question.isShared && (
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
