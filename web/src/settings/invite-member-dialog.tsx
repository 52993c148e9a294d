import { useState } from 'react'
import type { InvitationWithLink } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useGroups } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { Field, FieldErrorText, TextField } from '../components/field.tsx'
import { FilteredList } from '../components/filtered-list.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { commonText } from '../messages/common.ts'
import { roleText, peopleText as text } from '../messages/people.ts'
import { useLinkOptions } from './link-options.tsx'
import { type Role, roleOptions } from './role-options.ts'

/** Invites one person. */
export function InviteMemberDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (created: InvitationWithLink) => void
}) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('member')
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const { controls, options } = useLinkOptions()
  const groups = useGroups().data?.groups ?? []
  const invite = useApiMutation(
    () => api.createInvitation({ email, name, role, groupIds: [...groupIds], ...options }),
    ['listInvitations'],
    onCreated,
  )
  return (
    <FormDialog
      title={text('inviteMember')}
      width="max-w-md"
      mutation={invite}
      submitLabel={text('invite')}
      onClose={onClose}
    >
      {(fieldError) => (
        <>
          <TextField
            label={text('email')}
            error={fieldError('email')}
            type="email"
            required
            maxLength={320}
            value={email}
            onChange={setEmail}
          />
          <TextField
            label={text('name')}
            hint={text('nameHint')}
            error={fieldError('name')}
            maxLength={200}
            value={name}
            onChange={setName}
          />
          <Field label={text('role')} error={fieldError('role')}>
            {(control) => (
              <select
                {...control}
                className="input"
                value={role}
                onChange={(event) => setRole(event.target.value as Role)}
              >
                {roleOptions.map((option) => (
                  <option key={option.role} value={option.role}>
                    {roleText(option.optionKey)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {groups.length > 0 && (
            <fieldset>
              <legend className="mb-1.5 text-sm font-semibold">{text('groups')}</legend>
              <FilteredList label={commonText('findGroup')} className="mb-2" items={groups}>
                {(found) => (
                  <div className="max-h-40 space-y-1 overflow-y-auto rounded-lg border border-line p-2">
                    {found.map((group) => (
                      <Checkbox
                        key={group.id}
                        isChecked={groupIds.includes(group.id)}
                        onChange={(isChecked) =>
                          setGroupIds(isChecked ? [...groupIds, group.id] : groupIds.filter((id) => id !== group.id))
                        }
                      >
                        {group.name}
                      </Checkbox>
                    ))}
                  </div>
                )}
              </FilteredList>
              <FieldErrorText error={fieldError('groupIds')} />
            </fieldset>
          )}
          {controls}
        </>
      )}
    </FormDialog>
  )
}
