import { useDeferredValue, useState } from 'react'
import type { Group } from '../../../sdk/src/operations.ts'
import { changedFields } from '../api/changed-fields.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery, useGroups } from '../api/queries.ts'
import { ConfirmDialog } from '../components/dialog.tsx'
import { FieldErrorText, NameField, TextField } from '../components/field.tsx'
import { FilteredList } from '../components/filtered-list.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { EmptyState, ErrorAlert, LoadingSkeleton, QueryState } from '../components/query-state.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { RowsSkeleton } from '../components/skeletons.tsx'
import { commonText } from '../messages/common.ts'
import { groupsText } from '../messages/groups.ts'
import { emptySettingsText } from '../messages/settings.ts'
import { SettingsSection } from './settings-section.tsx'

export function GroupsSection() {
  const groups = useGroups()
  const [editing, setEditing] = useState<Group | 'new'>()
  const [deleting, setDeleting] = useState<Group>()
  const remove = useApiMutation(
    (id: string) => api.deleteGroup({ id }),
    'everything',
    () => setDeleting(undefined),
  )
  const create = (
    <button type="button" className="button button-primary" onClick={() => setEditing('new')}>
      <Icon name="plus" size={16} />
      {groupsText('newGroup')}
    </button>
  )
  return (
    <SettingsSection title={groupsText('title')} lead={groupsText('lead')} action={create}>
      <QueryState
        query={groups}
        loading={<RowsSkeleton />}
        isEmpty={(data) => data.groups.length === 0}
        empty={
          <EmptyState icon="people" title={emptySettingsText('groups')} action={create}>
            {emptySettingsText('groupsHint')}
          </EmptyState>
        }
      >
        {(data) => (
          <FilteredList label={commonText('findGroup')} items={data.groups}>
            {(groups) => (
              <ul className="card divide-y divide-line">
                {groups.map((group) => (
                  <li key={group.id} className="flex items-center gap-3 px-4 py-2.5">
                    <Icon name="people" className="text-quiet" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">{group.name}</span>
                      <span className="block text-[0.8125rem] text-quiet">
                        {groupsText('people', { count: group.userIds.length })}
                        {group.description && ` · ${group.description}`}
                      </span>
                    </span>
                    <button
                      type="button"
                      className="button"
                      aria-label={groupsText('editTitle', { name: group.name })}
                      onClick={() => setEditing(group)}
                    >
                      {groupsText('edit')}
                    </button>
                    <button
                      type="button"
                      className="button button-quiet button-icon"
                      aria-label={groupsText('deleteGroup', { name: group.name })}
                      onClick={() => setDeleting(group)}
                    >
                      <Icon name="trash" size={16} />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </FilteredList>
        )}
      </QueryState>
      {editing && <GroupDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
      {deleting && (
        <ConfirmDialog
          title={groupsText('deleteTitle', { name: deleting.name })}
          confirmLabel={groupsText('delete')}
          mutation={remove}
          onConfirm={() => remove.mutate(deleting.id)}
          onClose={() => setDeleting(undefined)}
        >
          <p>{groupsText('deleteEffect')}</p>
        </ConfirmDialog>
      )}
    </SettingsSection>
  )
}

function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const [memberIds, setMemberIds] = useState<readonly string[]>(group?.userIds ?? [])
  const [text, setText] = useState('')
  const query = useDeferredValue(text.trim())
  const members = useApiQuery('listMembers', { query, page: 0 }, { keepPrevious: true })
  const save = useApiMutation(
    () => {
      if (!group) return api.createGroup({ name, description, memberIds: [...memberIds] })
      return api.changeGroup({
        id: group.id,
        ...changedFields(group, { name, description }),
        addMemberIds: memberIds.filter((id) => !group.userIds.includes(id)),
        removeMemberIds: group.userIds.filter((id) => !memberIds.includes(id)),
      })
    },
    'everything',
    onClose,
  )
  return (
    <FormDialog
      title={group ? groupsText('editTitle', { name: group.name }) : groupsText('newGroup')}
      mutation={save}
      submitLabel={groupsText('save')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <NameField error={fieldError('name')} value={name} onChange={setName} />
          <TextField
            label={groupsText('description')}
            hint={groupsText('descriptionHint')}
            maxLength={2000}
            error={fieldError('description')}
            value={description}
            onChange={setDescription}
          />
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">
              {groupsText('members')}{' '}
              <span className="font-normal text-quiet">{groupsText('selected', { count: memberIds.length })}</span>
            </legend>
            <SearchBox label={groupsText('findMember')} className="mb-2" value={text} onChange={setText} />
            <div className="max-h-64 overflow-y-auto rounded-lg border border-line p-1">
              {members.isPending && <LoadingSkeleton label={groupsText('loadingMembers')} lines={3} />}
              {members.error && !members.data && <ErrorAlert error={members.error} onRetry={() => members.refetch()} />}
              {members.data?.members.length === 0 && (
                <p className="px-2 py-1.5 text-quiet">{groupsText('noMatchingMembers')}</p>
              )}
              {members.data?.members.map((member) => (
                <label key={member.id} className="flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-accent"
                    checked={memberIds.includes(member.id)}
                    onChange={(event) =>
                      setMemberIds(
                        event.target.checked ? [...memberIds, member.id] : memberIds.filter((id) => id !== member.id),
                      )
                    }
                  />
                  <span className="flex min-w-0 flex-1 flex-col gap-x-2.5 sm:flex-row sm:items-baseline">
                    <span className="truncate sm:flex-1">{member.name}</span>
                    <span className="truncate text-sm text-quiet">{member.email}</span>
                  </span>
                </label>
              ))}
            </div>
            <FieldErrorText error={fieldError(group ? 'addMemberIds' : 'memberIds')} />
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
