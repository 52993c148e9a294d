import { useState } from 'react'
import type { Member } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'

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
      title={`Reset the password of ${member.name}?`}
      confirmLabel="Reset password"
      mutation={reset}
      onConfirm={() => reset.mutate(undefined)}
      onClose={onClose}
    >
      <p>They’re signed out everywhere. Their passkeys are removed, and connected apps lose access.</p>
      <Checkbox isChecked={revokeApiKeys} onChange={setRevokeApiKeys}>
        Also revoke their API keys
      </Checkbox>
    </ConfirmDialog>
  )
}
