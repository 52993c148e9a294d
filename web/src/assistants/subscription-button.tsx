import { useState } from 'react'
import type { Assistant } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useOrganization } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { inboxText } from '../messages/inbox.ts'
import { formatSchedule } from './schedule-fields.tsx'

/** Subscribes the person to the digests of an assistant. */
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
  const [byEmail, setByEmail] = useState(subscription?.byEmail ?? false)
  const canSendEmail = useOrganization().data?.canSendEmail ?? false
  const showToast = useToast()
  const save = useApiMutation(
    () => api.subscribeToDigest({ id: assistant.id, webhookUrl: address.trim() || null, byEmail }),
    ['listAssistants'],
    ({ webhookUrl }) => {
      showToast(webhookUrl ? 'Digests go to your inbox and webhook' : 'Digests go to your inbox')
      onClose()
    },
  )
  const unsubscribe = useApiMutation(
    () => api.unsubscribeFromDigest({ id: assistant.id }),
    ['listAssistants'],
    () => {
      showToast('Unsubscribed')
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
            disabled={unsubscribe.isPending}
            onClick={() => unsubscribe.mutate(undefined)}
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
              ? `Delivered to your inbox ${formatSchedule(digestSchedule)}, with what you can see at that time.`
              : 'This assistant has no schedule. Nothing is delivered until it has one.'}
          </p>
          {(canSendEmail || byEmail) && (
            <Checkbox isChecked={byEmail} onChange={setByEmail}>
              {inboxText('alsoByEmail')}
            </Checkbox>
          )}
          <TextField
            label="Webhook URL"
            hint="Optional. Each digest is also sent to this address, signed with your organization’s secret."
            error={fieldError('webhookUrl')}
            type="url"
            maxLength={2048}
            placeholder="https://example.com/digests"
            value={address}
            onChange={setAddress}
          />
          {unsubscribe.error && <ErrorAlert error={unsubscribe.error} />}
        </>
      )}
    </FormDialog>
  )
}
