import { useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { CopyButton } from '../components/copy-button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { shareAnswerText as text } from '../messages/share-answer.ts'

/** Opens a dialog that shares a link to the answer, which only colleagues who can see all of its sources can open. */
export function ShareAnswerButton({
  question,
  onQuestionChange,
}: {
  question: AskedQuestion
  onQuestionChange: (question: AskedQuestion) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const showToast = useToast()
  const share = useApiMutation(
    (isShared: boolean) => api.shareAnswer({ id: question.id, isShared }),
    ['listMyQuestions'],
    (changed) => {
      onQuestionChange(changed)
      if (changed.isShared) return
      setIsOpen(false)
      showToast(text('stopped'))
    },
  )
  const link = `${location.origin}/shared/${question.id}`
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-haspopup="dialog"
        onClick={() => {
          share.reset()
          setIsOpen(true)
        }}
      >
        <Icon name="share" size={16} />
        {text('share')}
      </button>
      {isOpen && (
        <Dialog title={text('title')} onClose={() => setIsOpen(false)}>
          <p className="text-quiet">{text('audience')}</p>
          {question.isShared ? (
            <div className="mt-4 flex flex-wrap items-center gap-2">
              <code className="min-w-0 flex-1 basis-60 truncate rounded-lg bg-sunken px-3 py-2 font-mono text-sm">
                {link}
              </code>
              <CopyButton text={link} label={text('copyLink')} />
            </div>
          ) : (
            <p className="mt-3 text-quiet">{text('notShared')}</p>
          )}
          {share.error && (
            <div className="mt-4">
              <ErrorAlert error={share.error} />
            </div>
          )}
          <div className="mt-5 flex justify-end">
            <button
              // The same button throughout: the focus stays on it.
              type="button"
              className={`button ${question.isShared ? 'button-danger' : 'button-primary'}`}
              disabled={share.isPending}
              onClick={() => share.mutate(!question.isShared)}
            >
              {text(question.isShared ? 'stopSharing' : 'createLink')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
