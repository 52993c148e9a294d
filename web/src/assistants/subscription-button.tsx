import { useState } from 'react'
import type { inboxEndpoints } from '../../../src/contract/inbox-endpoints.ts'
import { type Assistant, useApiMutation } from '../api/queries.ts'
import { ApiError, callApi } from '../api/request.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { formatSchedule } from './schedule-fields.tsx'

type InboxEndpoints = typeof inboxEndpoints

/** Whether and where the digests of an assistant come to me by themselves. */
export function SubscriptionButton({ assistant }: { assistant: Assistant }) {
  const [isOpen, setIsOpen] = useState(false)
  const isSubscribed = assistant.subscription !== null
  return (
    <>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        aria-label={
          isSubscribed
            ? `Subscribed to the digests of ${assistant.name}`
            : `Subscribe to the digests of ${assistant.name}`
        }
        onClick={() => setIsOpen(true)}
      >
        <Icon name={isSubscribed ? 'check' : 'plus'} size={16} />
        {isSubscribed ? 'Subscribed' : 'Subscribe'}
      </button>
      {isOpen && <SubscriptionDialog assistant={assistant} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SubscriptionDialog({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) {
  const { subscription, digestSchedule } = assistant
  const [address, setAddress] = useState(subscription?.webhookUrl ?? '')
  const notice = useToast()
  const path = `/assistants/${encodeURIComponent(assistant.id)}/subscription`
  const save = useApiMutation(
    () =>
      callApi<InboxEndpoints['subscribe']>('PUT', path, {
        body: address.trim() === '' ? {} : { webhookUrl: address.trim() },
      }),
    ['assistants'],
    ({ webhookUrl }) => {
      notice(webhookUrl ? 'Its digests come to your inbox and webhook' : 'Its digests come to your inbox')
      onClose()
    },
  )
  const leave = useApiMutation(
    () => callApi<InboxEndpoints['unsubscribe']>('DELETE', path),
    ['assistants'],
    () => {
      notice('You get its digests no longer')
      onClose()
    },
  )
  const problem = save.error instanceof ApiError ? save.error.fieldErrors.webhookUrl : undefined
  const failed = problem ? leave.error : (save.error ?? leave.error)
  return (
    <Dialog title={`Digests of ${assistant.name}`} onClose={onClose} width="max-w-md">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(undefined)
        }}
      >
        <p className="text-quiet">
          {digestSchedule
            ? `They come to your inbox, ${formatSchedule(digestSchedule)}, with what you may see by then.`
            : 'This assistant has no schedule at present: nothing is delivered until it has one again.'}
        </p>
        <Field
          label="Webhook URL"
          hint="Optional. Each digest is sent there, too, signed with your organization’s secret."
          problem={problem}
        >
          {(ids) => (
            <input
              {...ids}
              type="url"
              className="input"
              maxLength={2048}
              placeholder="https://example.com/digests"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        {failed && <ErrorAlert error={failed} />}
        <div className="flex flex-wrap justify-end gap-2">
          {subscription && (
            <button
              type="button"
              className="button button-danger mr-auto"
              disabled={leave.isPending}
              onClick={() => leave.mutate(undefined)}
            >
              Unsubscribe
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={save.isPending}>
            {subscription ? 'Save' : 'Subscribe'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
