import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type AdministrationEndpoints, type Member, useApiMutation, useMe } from '../api/queries.ts'
import { ApiError, callApi } from '../api/request.ts'
import { ConfirmDialog, Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { useToast } from '../components/toast.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

const roleOptions = [
  { role: 'admin', label: 'Admin', says: 'manages the organization' },
  { role: 'member', label: 'Member', says: 'reads and writes' },
  { role: 'viewer', label: 'Viewer', says: 'reads and asks' },
] as const

type Role = (typeof roleOptions)[number]['role']

export function MembersSection() {
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const [isInviting, setIsInviting] = useState(false)
  const [handover, setHandover] = useState<{ member: Member; password: string }>()
  const [removing, setRemoving] = useState<Member>()
  const me = useMe()
  const notice = useToast()
  const query = useDeferredValue(text.trim())
  const members = useQuery({
    queryKey: ['members', query, page],
    queryFn: ({ signal }) =>
      callApi<AdministrationEndpoints['listMembers']>('GET', '/members', { query: { query, page }, signal }),
    placeholderData: keepPreviousData,
  })
  const change = useApiMutation(
    ({ id, ...body }: { id: string; role?: Role; disabled?: boolean }) =>
      callApi<AdministrationEndpoints['changeMember']>('PATCH', `/members/${id}`, { body }),
    ['members'],
    () => notice('Saved'),
  )
  const reset = useApiMutation(
    (id: string) => callApi<AdministrationEndpoints['resetPassword']>('POST', `/members/${id}/password`),
    ['members'],
    setHandover,
  )
  const remove = useApiMutation(
    (id: string) => callApi<AdministrationEndpoints['deleteMember']>('DELETE', `/members/${id}`),
    ['members', 'groups'],
    () => setRemoving(undefined),
  )
  const actions = (member: Member): MenuItem[] => [
    ...roleOptions
      .filter(({ role }) => role !== member.role)
      .map(({ role, label }) => ({
        label: `Make ${label.toLowerCase()}`,
        onSelect: () => change.mutate({ id: member.id, role }),
      })),
    { label: 'New password…', onSelect: () => reset.mutate(member.id) },
    {
      label: member.disabledAt ? 'Let in again' : 'Lock out',
      onSelect: () => change.mutate({ id: member.id, disabled: !member.disabledAt }),
    },
    { label: 'Remove…', isDanger: true, onSelect: () => setRemoving(member) },
  ]
  return (
    <SettingsSection
      title="Members"
      action={
        <button type="button" className="button button-primary" onClick={() => setIsInviting(true)}>
          <Icon name="plus" size={16} />
          Invite member
        </button>
      }
    >
      <label htmlFor="member-search" className="sr-only">
        Find a member
      </label>
      <input
        id="member-search"
        type="search"
        className="input mb-3 max-w-sm"
        placeholder="Find a member"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setPage(0)
        }}
      />
      {(change.error || reset.error) && (
        <div className="mb-3">
          <ErrorAlert error={change.error ?? reset.error} />
        </div>
      )}
      <QueryState
        query={members}
        isEmpty={(data) => data.members.length === 0}
        empty={<EmptyState icon="people" title="Nobody has this in their name or address" />}
      >
        {(data) => (
          <>
            <ul className="card divide-y divide-line">
              {data.members.map((member) => (
                <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                  <span className="min-w-0 flex-1 basis-40">
                    <span className="block truncate font-medium">
                      {member.name}
                      {member.id === me.data?.id && <span className="font-normal text-quiet"> (you)</span>}
                    </span>
                    <span className="block truncate text-[0.8125rem] text-quiet">{member.email}</span>
                  </span>
                  <span className="order-last flex basis-full flex-wrap items-center gap-1.5 sm:order-none sm:basis-auto">
                    {member.groups.map((group) => (
                      <span key={group.id} className="chip">
                        {group.name}
                      </span>
                    ))}
                    {member.disabledAt && <span className="chip chip-warn">locked out</span>}
                    <span className={`chip ${member.role === 'admin' ? 'chip-accent' : ''}`}>
                      {member.role}
                    </span>
                  </span>
                  <Menu
                    label={`Change ${member.name}`}
                    button={<Icon name="more" />}
                    items={actions(member)}
                  />
                </li>
              ))}
            </ul>
            {(page > 0 || data.hasNextPage) && (
              <nav aria-label="Pages" className="mt-3 flex justify-between">
                <button
                  type="button"
                  className="button"
                  disabled={page === 0}
                  onClick={() => setPage(page - 1)}
                >
                  Back
                </button>
                <button
                  type="button"
                  className="button"
                  disabled={!data.hasNextPage}
                  onClick={() => setPage(page + 1)}
                >
                  Next
                </button>
              </nav>
            )}
          </>
        )}
      </QueryState>
      {isInviting && (
        <InviteMemberDialog
          onClose={() => setIsInviting(false)}
          onMade={(made) => {
            setIsInviting(false)
            setHandover(made)
          }}
        />
      )}
      {handover && (
        <SecretDialog
          title={`Password for ${handover.member.name}`}
          says={`Hand it to ${handover.member.email} in a safe way. It is shown only this once; they can change it under Settings, My account.`}
          secret={handover.password}
          onClose={() => setHandover(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          action="Remove"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>Their keys, sessions and questions are deleted. Notes they wrote stay.</p>
          {remove.error && <ErrorAlert error={remove.error} />}
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function InviteMemberDialog({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (made: { member: Member; password: string }) => void
}) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const invite = useApiMutation(
    () =>
      callApi<AdministrationEndpoints['createMember']>('POST', '/members', { body: { name, email, role } }),
    ['members'],
    onMade,
  )
  const problems = invite.error instanceof ApiError ? invite.error.fieldErrors : {}
  return (
    <Dialog title="Invite a member" onClose={onClose} width="max-w-md">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate(undefined)
        }}
      >
        <Field label="Name" problem={problems.name}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Email" problem={problems.email}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              type="email"
              required
              maxLength={320}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label="Role">
          {(ids) => (
            <select
              {...ids}
              className="input"
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
            >
              {roleOptions.map((one) => (
                <option key={one.role} value={one.role}>
                  {one.label}: {one.says}
                </option>
              ))}
            </select>
          )}
        </Field>
        {invite.error && Object.keys(problems).length === 0 && <ErrorAlert error={invite.error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={invite.isPending}>
            Invite
          </button>
        </div>
      </form>
    </Dialog>
  )
}
