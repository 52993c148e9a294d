import { useState } from 'react'
import type { Member } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { peopleText as text } from '../messages/people.ts'

/** Replaces the password of a member by a temporary one. */
export function ResetPasswordDialog({
  member,
  onClose,
  onReset,
}: {
  member: Member
  onClose: () => void
  onReset: (result: { member: Member; password: string }) => void
}) {
  const [revokeApiKeys, setRevokeApiKeys] = useState(false)
  const reset = useApiMutation(
    () => api.resetMemberPassword({ id: member.id, revokeApiKeys }),
    ['listMembers'],
    onReset,
  )
  return (
    <ConfirmDialog
      title={text('resetTitle', { name: member.name })}
      confirmLabel={text('resetConfirm')}
      mutation={reset}
      onConfirm={() => reset.mutate(undefined)}
      onClose={onClose}
    >
      <p>{text('resetEffect')}</p>
      <Checkbox isChecked={revokeApiKeys} onChange={setRevokeApiKeys}>
        {text('revokeKeys')}
      </Checkbox>
    </ConfirmDialog>
  )
}
