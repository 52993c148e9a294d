import { useState } from 'react'
import type { Member } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { NameField } from '../components/field.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { useToast } from '../components/toast.tsx'
import { peopleText as text } from '../messages/people.ts'

/** Changes the name under which others see a member. */
export function RenameMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [name, setName] = useState(member.name)
  const showToast = useToast()
  const rename = useApiMutation(
    () => api.changeMember({ id: member.id, name: name.trim() }),
    'everything',
    () => {
      showToast(text('saved'))
      onClose()
    },
  )
  return (
    <FormDialog
      title={text('renameTitle', { name: member.name })}
      mutation={rename}
      submitLabel={text('renameConfirm')}
      onClose={onClose}
    >
      {(fieldError) => <NameField error={fieldError('name')} value={name} onChange={setName} />}
    </FormDialog>
  )
}
