import { useDeferredValue, useState } from 'react'
import type { Member } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useMe } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Field, NameField, TextField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { Pagination } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useToast } from '../components/toast.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

const roleOptions = [
  { role: 'admin', label: 'Admin', description: 'manages the organization' },
  { role: 'member', label: 'Member', description: 'reads and writes' },
  { role: 'viewer', label: 'Viewer', description: 'reads and asks' },
] as const

type Role = (typeof roleOptions)[number]['role']

export function MembersSection() {
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  const [isInviting, setIsInviting] = useState(false)
  const [handover, setHandover] = useState<{ member: Member; password: string }>()
  const [removing, setRemoving] = useState<Member>()
  const [resetting, setResetting] = useState<Member>()
  const me = useMe()
  const showToast = useToast()
  const query = useDeferredValue(text.trim())
  const members = useApiQuery('listMembers', { query, page }, { keepPrevious: true })
  const change = useApiMutation(
    (fields: { id: string; role?: Role; disabled?: boolean }) => api.changeMember(fields),
    'everything',
    () => showToast('Saved'),
  )
  const remove = useApiMutation(
    (id: string) => api.deleteMember({ id }),
    'everything',
    () => setRemoving(undefined),
  )
  const actions = (member: Member): MenuItem[] => [
    ...roleOptions
      .filter(({ role }) => role !== member.role)
      .map(({ role, label }) => ({
        label: `Make ${label.toLowerCase()}`,
        onSelect: () => change.mutate({ id: member.id, role }),
      })),
    { label: 'Reset password…', onSelect: () => setResetting(member) },
    {
      label: member.disabledAt ? 'Reactivate' : 'Suspend',
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
      <SearchBox
        label="Find a member"
        className="mb-3 max-w-sm"
        value={text}
        onChange={(value) => {
          setText(value)
          setPage(0)
        }}
      />
      {change.error && (
        <div className="mb-3">
          <ErrorAlert error={change.error} />
        </div>
      )}
      <QueryState
        query={members}
        isEmpty={(data) => data.members.length === 0}
        empty={<EmptyState icon="people" title="No matching members" />}
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
                    {member.disabledAt && <span className="chip chip-warn">suspended</span>}
                    <span className={`chip ${member.role === 'admin' ? 'chip-accent' : ''}`}>{member.role}</span>
                  </span>
                  <Menu label={`Change ${member.name}`} button={<Icon name="more" />} items={actions(member)} />
                </li>
              ))}
            </ul>
            <Pagination page={page} hasNext={data.hasNextPage} onPage={setPage} />
          </>
        )}
      </QueryState>
      {isInviting && (
        <InviteMemberDialog
          onClose={() => setIsInviting(false)}
          onCreated={(created) => {
            setIsInviting(false)
            setHandover(created)
          }}
        />
      )}
      {handover && (
        <SecretDialog
          title={`Password for ${handover.member.name}`}
          description={`Send it to ${handover.member.email} securely. You won’t be able to see it again. They can change it in Settings > My account.`}
          secret={handover.password}
          onClose={() => setHandover(undefined)}
        />
      )}
      {resetting && (
        <ResetPasswordDialog
          member={resetting}
          onClose={() => setResetting(undefined)}
          onReset={(result) => {
            setResetting(undefined)
            setHandover(result)
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove"
          mutation={remove}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            Their keys, sessions and questions are deleted. Notes that others can see are kept. Their private notes are
            kept too, but nobody can see them: suspend the member instead if they might still need them.
          </p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function InviteMemberDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (created: { member: Member; password: string }) => void
}) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const invite = useApiMutation(() => api.createMember({ name, email, role }), ['listMembers', 'principals'], onCreated)
  return (
    <FormDialog title="Invite member" width="max-w-md" mutation={invite} submitLabel="Invite" onClose={onClose}>
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <TextField
            label="Email"
            error={fieldError('email')}
            type="email"
            required
            maxLength={320}
            value={email}
            onChange={setEmail}
          />
          <Field label="Role" error={fieldError('role')}>
            {(control) => (
              <select
                {...control}
                className="input"
                value={role}
                onChange={(event) => setRole(event.target.value as Role)}
              >
                {roleOptions.map((option) => (
                  <option key={option.role} value={option.role}>
                    {option.label}: {option.description}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
