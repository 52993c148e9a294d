import { useState } from 'react'
import type { Assistant } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { formatSchedule } from './schedule-fields.tsx'

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
  const save = useApiMutation(
    () => api.subscribeToDigest({ id: assistant.id, webhookUrl: address.trim() || null }),
    ['listAssistants'],
    ({ webhookUrl }) => {
      notice(webhookUrl ? 'Its digests come to your inbox and webhook' : 'Its digests come to your inbox')
      onClose()
    },
  )
  const leave = useApiMutation(
    () => api.unsubscribeFromDigest({ id: assistant.id }),
    ['listAssistants'],
    () => {
      notice('You get its digests no longer')
      onClose()
    },
  )
  return (
    <FormDialog
      title={`Digests of ${assistant.name}`}
      width="max-w-md"
      mutation={save}
      submitLabel={subscription ? 'Save' : 'Subscribe'}
      onClose={onClose}
      action={
        subscription && (
          <button
            type="button"
            className="button button-danger mr-auto"
            disabled={leave.isPending}
            onClick={() => leave.mutate(undefined)}
          >
            Unsubscribe
          </button>
        )
      }
    >
      {(fieldError) => (
        <>
          <p className="text-quiet">
            {digestSchedule
              ? `They come to your inbox, ${formatSchedule(digestSchedule)}, with what you may see by then.`
              : 'This assistant has no schedule at present: nothing is delivered until it has one again.'}
          </p>
          <TextField
            label="Webhook URL"
            hint="Optional. Each digest is sent there, too, signed with your organization’s secret."
            error={fieldError('webhookUrl')}
            type="url"
            maxLength={2048}
            placeholder="https://example.com/digests"
            value={address}
            onChange={setAddress}
          />
          {leave.error && <ErrorAlert error={leave.error} />}
        </>
      )}
    </FormDialog>
  )
}
