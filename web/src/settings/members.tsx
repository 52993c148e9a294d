import { useDeferredValue, useState } from 'react'
import type { InvitationWithLink, Member } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useMe } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { formatDate } from '../components/format-date.ts'
import { Icon } from '../components/icon.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { Pagination } from '../components/pagination.tsx'
import { EmptyState, ErrorAlert, QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { useToast } from '../components/toast.tsx'
import { roleText, peopleText as text } from '../messages/people.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteMemberDialog } from './invite-member-dialog.tsx'
import { InviteTableDialog } from './invite-table-dialog.tsx'
import { RenameMemberDialog } from './rename-member-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { type Role, roleOptions } from './role-options.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

/** A secret that is shown once. */
interface Handover {
  title: string
  description: string
  secret: string
}

export function MembersSection() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const [inviting, setInviting] = useState<'one' | 'several'>()
  const [handover, setHandover] = useState<Handover>()
  const [removing, setRemoving] = useState<Member>()
  const [renaming, setRenaming] = useState<Member>()
  const [resetting, setResetting] = useState<Member>()
  const me = useMe()
  const showToast = useToast()
  const query = useDeferredValue(search.trim())
  const members = useApiQuery('listMembers', { query, page }, { keepPrevious: true })
  const change = useApiMutation(
    (fields: { id: string; role?: Role; disabled?: boolean }) => api.changeMember(fields),
    'everything',
    () => showToast(text('saved')),
  )
  const remove = useApiMutation(
    (id: string) => api.deleteMember({ id }),
    'everything',
    () => setRemoving(undefined),
  )
  const createResetLink = useApiMutation(
    ({ id }: Member) => api.createPasswordLink({ id }),
    [],
    ({ url }, { name }) =>
      setHandover({
        title: text('resetLinkTitle', { name }),
        description: text('resetLinkHandover', { name }),
        secret: url,
      }),
  )
  const showLink = ({ invitation, url }: InvitationWithLink) => {
    const { email, expiresAt, emailState } = invitation
    const values = { email, date: formatDate(expiresAt) }
    setInviting(undefined)
    setHandover({
      title: text('linkTitle', { email }),
      description: text(emailState ? 'linkEmailed' : 'linkHandover', values),
      secret: url,
    })
  }
  const error = change.error ?? createResetLink.error
  const actions = (member: Member): MenuItem[] => [
    ...roleOptions
      .filter(({ role }) => role !== member.role)
      .map(({ role, makeKey }) => ({
        label: roleText(makeKey),
        onSelect: () => change.mutate({ id: member.id, role }),
      })),
    { label: text('rename'), onSelect: () => setRenaming(member) },
    { label: text('resetPassword'), onSelect: () => setResetting(member) },
    ...(member.disabledAt ? [] : [{ label: text('createResetLink'), onSelect: () => createResetLink.mutate(member) }]),
    {
      label: text(member.disabledAt ? 'reactivate' : 'suspend'),
      onSelect: () => change.mutate({ id: member.id, disabled: !member.disabledAt }),
    },
    { label: text('remove'), isDanger: true, onSelect: () => setRemoving(member) },
  ]
  return (
    <SettingsSection
      title={text('members')}
      action={
        <span className="flex flex-wrap gap-2">
          <button type="button" className="button" onClick={() => setInviting('several')}>
            <Icon name="people" size={16} />
            {text('inviteSeveral')}
          </button>
          <button type="button" className="button button-primary" onClick={() => setInviting('one')}>
            <Icon name="plus" size={16} />
            {text('inviteMember')}
          </button>
        </span>
      }
    >
      <SearchBox
        label={text('findMember')}
        className="mb-3 max-w-sm"
        value={search}
        onChange={(value) => {
          setSearch(value)
          setPage(0)
        }}
      />
      {error && (
        <div className="mb-3">
          <ErrorAlert error={error} />
        </div>
      )}
      <QueryState
        query={members}
        isEmpty={(data) => data.members.length === 0}
        empty={<EmptyState icon="people" title={text('noMatchingMembers')} />}
      >
        {(data) => (
          <>
            <ul className="card divide-y divide-line">
              {data.members.map((member) => (
                <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                  <span className="min-w-0 flex-1 basis-40">
                    <span className="block truncate font-medium">
                      {member.name}
                      {member.id === me.data?.id && <span className="font-normal text-quiet"> {text('you')}</span>}
                    </span>
                    <span className="block truncate text-[0.8125rem] text-quiet">{member.email}</span>
                  </span>
                  <span className="order-last flex min-w-0 basis-full flex-wrap items-center gap-1.5 sm:order-none sm:basis-auto">
                    {member.groups.map((group) => (
                      <span key={group.id} className="chip">
                        <span className="truncate">{group.name}</span>
                      </span>
                    ))}
                    {member.disabledAt && <span className="chip chip-warn">{text('suspended')}</span>}
                    <span className={`chip ${member.role === 'admin' ? 'chip-accent' : ''}`}>
                      {roleText(member.role)}
                    </span>
                  </span>
                  <Menu
                    label={text('changeMember', { name: member.name })}
                    button={<Icon name="more" />}
                    items={actions(member)}
                  />
                </li>
              ))}
            </ul>
            <Pagination page={page} hasNext={data.hasNextPage} onPage={setPage} />
          </>
        )}
      </QueryState>
      <InvitationList query={query} onLink={showLink} />
      {inviting === 'one' && <InviteMemberDialog onClose={() => setInviting(undefined)} onCreated={showLink} />}
      {inviting === 'several' && <InviteTableDialog onClose={() => setInviting(undefined)} />}
      {handover && <SecretDialog {...handover} onClose={() => setHandover(undefined)} />}
      {renaming && <RenameMemberDialog member={renaming} onClose={() => setRenaming(undefined)} />}
      {resetting && (
        <ResetPasswordDialog
          member={resetting}
          onClose={() => setResetting(undefined)}
          onReset={({ member: { name, email }, password }) => {
            setResetting(undefined)
            setHandover({
              title: text('passwordTitle', { name }),
              description: text('passwordHandover', { email }),
              secret: password,
            })
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={text('removeTitle', { name: removing.name })}
          confirmLabel={text('removeConfirm')}
          mutation={remove}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{text('removeExplanation')}</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}
