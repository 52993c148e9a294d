import { useState } from 'react'
import type { AskedQuestion } from '../../../src/contract/history.ts'
import { type HistoryEndpoints, useApiMutation } from '../api/queries.ts'
import { callApi } from '../api/request.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
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
    (body: { rating: 'up' | 'down' | null; reason?: string }) =>
      callApi<HistoryEndpoints['rateQuestion']>('PUT', `/questions/${record.id}/rating`, { body }),
    ['questions'],
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
        <Dialog title="What is wrong with the answer?" onClose={() => setIsAskingWhy(false)} width="max-w-md">
          <form
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault()
              rate.mutate({ rating: 'down', reason })
            }}
          >
            <div className="flex flex-wrap gap-2">
              {['It is wrong', 'It is out of date', 'It misses the point', 'Something is missing'].map(
                (text) => (
                  <button key={text} type="button" className="button" onClick={() => setReason(text)}>
                    {text}
                  </button>
                ),
              )}
            </div>
            <Field label="Reason" hint="The admins of your organization read this.">
              {(ids) => (
                <textarea
                  {...ids}
                  className="input"
                  rows={3}
                  maxLength={2000}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
            {rate.error && <ErrorAlert error={rate.error} />}
            <div className="flex justify-end">
              <button type="submit" className="button button-primary" disabled={rate.isPending}>
                Send
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
