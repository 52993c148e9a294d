import { useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { toErrorMessage } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { askText } from '../messages/ask.ts'

const reasons = ['incorrectAnswer', 'outdatedAnswer', 'otherAnswer', 'incompleteAnswer'] as const

/** Thumbs up, or down with a reason. */
export function RatingButtons({
  question,
  onQuestionChange,
}: {
  question: AskedQuestion
  onQuestionChange: (question: AskedQuestion) => void
}) {
  const [isReasonOpen, setIsReasonOpen] = useState(false)
  const [reason, setReason] = useState('')
  const showToast = useToast()
  const rate = useApiMutation(
    (feedback: { rating: 'up' | 'down' | null; reason?: string }) => api.rateAnswer({ id: question.id, ...feedback }),
    ['listMyQuestions'],
    (rated) => {
      onQuestionChange(rated)
      setIsReasonOpen(false)
      if (rated.rating) showToast(askText('thanks'))
    },
  )
  // Without the dialog, which shows what went wrong.
  const rateNow = (rating: 'up' | null) =>
    rate.mutate({ rating }, { onError: (error) => showToast(toErrorMessage(error)) })
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label={askText('goodAnswer')}
        aria-pressed={question.rating === 'up'}
        onClick={() => rateNow(question.rating === 'up' ? null : 'up')}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label={askText('poorAnswer')}
        aria-pressed={question.rating === 'down'}
        onClick={() => (question.rating === 'down' ? rateNow(null) : setIsReasonOpen(true))}
      >
        <Icon name="down" />
      </button>
      {isReasonOpen && (
        <FormDialog
          title={askText('whatIsWrong')}
          width="max-w-md"
          mutation={{ ...rate, mutate: () => rate.mutate({ rating: 'down', reason }) }}
          submitLabel={askText('sendReason')}
          onClose={() => setIsReasonOpen(false)}
        >
          {(fieldError) => (
            <>
              <div className="flex flex-wrap gap-2">
                {reasons.map((key) => (
                  <button
                    key={key}
                    type="button"
                    className="button"
                    onClick={() => setReason(withReason(reason, askText(key)))}
                  >
                    {askText(key)}
                  </button>
                ))}
              </div>
              <TextField
                label={askText('reason')}
                hint={askText('reasonHint')}
                error={fieldError('reason')}
                rows={3}
                maxLength={2000}
                value={reason}
                onChange={setReason}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

/** Puts a given reason before what was typed, or in the place of another given one. */
export function withReason(typed: string, given: string): string {
  const others = reasons.map((key) => askText(key) as string)
  if (typed.trim() === '' || others.includes(typed)) return given
  const other = others.find((reason) => typed.startsWith(`${reason}: `))
  return `${given}: ${other === undefined ? typed : typed.slice(other.length + 2)}`
}
