import { useState } from 'react'
import type { Invitation, InvitationWithLink } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useOrganization } from '../api/queries.ts'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { Pagination } from '../components/pagination.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { roleText, peopleText as text } from '../messages/people.ts'

const stateLooks = { pending: 'chip-accent', accepted: '', expired: 'chip-warn', revoked: '' } as const
const emailLabels = { queued: 'emailQueued', sent: 'emailSent', failed: 'emailFailed' } as const

/** Lists invitations with their state; shows nothing while there are none. */
export function InvitationList({ query, onLink }: { query: string; onLink: (link: InvitationWithLink) => void }) {
  const [page, setPage] = useState(0)
  const showToast = useToast()
  const canSendEmail = useOrganization().data?.canSendEmail ?? false
  const invitations = useApiQuery('listInvitations', { query, page }, { keepPrevious: true })
  const renew = useApiMutation(
    (id: string) => api.renewInvitation({ id, sendEmail: canSendEmail }),
    ['listInvitations'],
    onLink,
  )
  const revoke = useApiMutation(
    (id: string) => api.revokeInvitation({ id }),
    ['listInvitations'],
    () => showToast(text('invitationRevoked')),
  )
  const error = invitations.error ?? renew.error ?? revoke.error
  const found = invitations.data?.invitations ?? []
  if (found.length === 0 && page === 0 && !error) return null
  const actions = ({ id, state }: Invitation): MenuItem[] =>
    state === 'pending' || state === 'expired'
      ? [
          { label: text('newLink'), onSelect: () => renew.mutate(id) },
          { label: text('revoke'), isDanger: true, onSelect: () => revoke.mutate(id) },
        ]
      : []
  return (
    <section aria-labelledby="invitations" className="mt-8">
      <h3 id="invitations" className="mb-3">
        {text('invitations')}
      </h3>
      {error && (
        <div className="mb-3">
          <ErrorAlert error={error} />
        </div>
      )}
      <ul className="card divide-y divide-line">
        {found.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block truncate font-medium">{invitation.name || invitation.email}</span>
              <span className="block text-[0.8125rem] break-words text-quiet">
                {[
                  ...(invitation.name ? [invitation.email] : []),
                  text('invitedBy', { name: invitation.invitedBy.name }),
                  ...(invitation.state === 'pending'
                    ? [text('expiresOn', { date: formatDate(invitation.expiresAt) })]
                    : []),
                ].join(' · ')}
              </span>
            </span>
            <span className="order-last flex min-w-0 basis-full flex-wrap items-center gap-1.5 sm:order-none sm:basis-auto">
              {invitation.groups.map((group) => (
                <span key={group.id} className="chip">
                  <span className="truncate">{group.name}</span>
                </span>
              ))}
              <span className="chip">{roleText(invitation.role)}</span>
              {invitation.emailState && invitation.state === 'pending' && (
                <span className={`chip ${invitation.emailState === 'failed' ? 'chip-alarm' : ''}`}>
                  {text(emailLabels[invitation.emailState])}
                </span>
              )}
              <span className={`chip ${stateLooks[invitation.state]}`}>{text(invitation.state)}</span>
            </span>
            {actions(invitation).length > 0 ? (
              <Menu
                label={text('changeInvitation', { email: invitation.email })}
                button={<Icon name="more" />}
                items={actions(invitation)}
              />
            ) : (
              <span className="hidden w-9 sm:block" />
            )}
          </li>
        ))}
      </ul>
      <Pagination page={page} hasNext={invitations.data?.hasNextPage ?? false} onPage={setPage} />
    </section>
  )
}
