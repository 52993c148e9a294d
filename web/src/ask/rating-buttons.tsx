import { useState } from 'react'
import type { AskedQuestion } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { useToast } from '../components/toast.tsx'

/** Thumbs up, or down with a reason. */
export function RatingButtons({
  record,
  onRecord,
}: {
  record: AskedQuestion
  onRecord: (record: AskedQuestion) => void
}) {
  const [isAskingWhy, setIsAskingWhy] = useState(false)
  const [reason, setReason] = useState('')
  const notice = useToast()
  const rate = useApiMutation(
    (feedback: { rating: 'up' | 'down' | null; reason?: string }) =>
      api.rateAnswer({ id: record.id, ...feedback }),
    ['listMyQuestions'],
    (rated) => {
      onRecord(rated)
      setIsAskingWhy(false)
      if (rated.rating) notice('Thank you')
    },
  )
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Good answer"
        aria-pressed={record.rating === 'up'}
        onClick={() => rate.mutate({ rating: record.rating === 'up' ? null : 'up' })}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="button button-quiet button-icon"
        aria-label="Poor answer"
        aria-pressed={record.rating === 'down'}
        onClick={() => (record.rating === 'down' ? rate.mutate({ rating: null }) : setIsAskingWhy(true))}
      >
        <Icon name="down" />
      </button>
      {isAskingWhy && (
        <FormDialog
          title="What is wrong with the answer?"
          width="max-w-md"
          mutation={{ ...rate, mutate: () => rate.mutate({ rating: 'down', reason }) }}
          submitLabel="Send"
          onClose={() => setIsAskingWhy(false)}
        >
          {(fieldError) => (
            <>
              <div className="flex flex-wrap gap-2">
                {['It is wrong', 'It is out of date', 'It misses the point', 'Something is missing'].map(
                  (text) => (
                    <button key={text} type="button" className="button" onClick={() => setReason(text)}>
                      {text}
                    </button>
                  ),
                )}
              </div>
              <TextField
                label="Reason"
                hint="The admins of your organization read this."
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
