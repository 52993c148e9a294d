import type { inboxEndpoints } from '../../../src/contract/inbox-endpoints.ts'
import { type Assistant, useChange } from '../api/queries.ts'
import { call } from '../api/request.ts'
import { Icon } from '../components/icon.tsx'
import { useNotice } from '../components/notice.tsx'

type Inbox = typeof inboxEndpoints

/** Whether the digests of an assistant come to my inbox. */
export function SubscribeButton({ assistant }: { assistant: Assistant }) {
  const notice = useNotice()
  const isSubscribed = assistant.subscription !== null
  const path = `/assistants/${encodeURIComponent(assistant.id)}/subscription`
  const change = useChange(
    () =>
      isSubscribed
        ? call<Inbox['unsubscribe']>('DELETE', path)
        : call<Inbox['subscribe']>('PUT', path, { body: {} }),
    ['assistants'],
    () => notice(isSubscribed ? 'You get its digests no longer' : 'Its digests come to your inbox'),
  )
  return (
    <button
      type="button"
      className="button"
      aria-pressed={isSubscribed}
      aria-label={`Get the digests of ${assistant.name} by themselves`}
      disabled={change.isPending}
      onClick={() => change.mutate(undefined)}
    >
      <Icon name={isSubscribed ? 'check' : 'plus'} size={16} />
      {isSubscribed ? 'Subscribed' : 'Subscribe'}
    </button>
  )
}
