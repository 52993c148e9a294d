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
import { subscriptionText } from '../messages/assistants.ts'
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
            ? subscriptionText('subscribedTo', { name: assistant.name })
            : subscriptionText('subscribeTo', { name: assistant.name })
        }
        onClick={() => setIsOpen(true)}
      >
        <Icon name={isSubscribed ? 'check' : 'plus'} size={16} />
        {isSubscribed ? subscriptionText('subscribed') : subscriptionText('subscribe')}
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
      showToast(webhookUrl ? subscriptionText('toInboxAndWebhook') : subscriptionText('toInbox'))
      onClose()
    },
  )
  const unsubscribe = useApiMutation(
    () => api.unsubscribeFromDigest({ id: assistant.id }),
    ['listAssistants'],
    () => {
      showToast(subscriptionText('unsubscribed'))
      onClose()
    },
  )
  return (
    <FormDialog
      title={subscriptionText('title', { name: assistant.name })}
      width="max-w-md"
      mutation={save}
      submitLabel={subscription ? subscriptionText('save') : subscriptionText('subscribe')}
      onClose={onClose}
      action={
        subscription && (
          <button
            type="button"
            className="button button-danger mr-auto"
            disabled={unsubscribe.isPending}
            onClick={() => unsubscribe.mutate(undefined)}
          >
            {subscriptionText('unsubscribe')}
          </button>
        )
      }
    >
      {(fieldError) => (
        <>
          <p className="text-quiet">
            {digestSchedule
              ? subscriptionText('delivered', { schedule: formatSchedule(digestSchedule) })
              : subscriptionText('noSchedule')}
          </p>
          {(canSendEmail || byEmail) && (
            <Checkbox isChecked={byEmail} onChange={setByEmail}>
              {inboxText('alsoByEmail')}
            </Checkbox>
          )}
          <TextField
            label={subscriptionText('webhook')}
            hint={subscriptionText('webhookHint')}
            error={fieldError('webhookUrl')}
            type="url"
            maxLength={2048}
            placeholder={subscriptionText('webhookPlaceholder')}
            value={address}
            onChange={setAddress}
          />
          {unsubscribe.error && <ErrorAlert error={unsubscribe.error} />}
        </>
      )}
    </FormDialog>
  )
}
