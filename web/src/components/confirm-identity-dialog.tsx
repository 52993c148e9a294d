import { useState } from 'react'
import type { ConfirmationState } from '../../../sdk/src/operations.ts'
import { api } from '../api/client.ts'
import { useApiMutation, useApiQuery } from '../api/queries.ts'
import { commonText } from '../messages/common.ts'
import { Dialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { Form } from './form.tsx'
import { ErrorAlert, QueryState } from './query-state.tsx'
import { requestPasskey } from './request-passkey.ts'

interface ConfirmIdentityProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password or a passkey again. Shown when an operation fails with `confirmation-required`. */
export function ConfirmIdentityDialog(props: ConfirmIdentityProps) {
  const state = useApiQuery('readConfirmation', {})
  return (
    <Dialog title={commonText('confirmIdentity')} onClose={props.onClose} width="max-w-md">
      <QueryState query={state}>{(data) => <ConfirmIdentityForm state={data} {...props} />}</QueryState>
    </Dialog>
  )
}

function ConfirmIdentityForm({ state, onConfirmed, onClose }: ConfirmIdentityProps & { state: ConfirmationState }) {
  const [password, setPassword] = useState('')
  const byPassword = useApiMutation(() => api.confirmMe({ password }), ['readConfirmation'], onConfirmed)
  const { passkey } = state
  const byPasskey = useApiMutation(
    async () => {
      if (!passkey) return
      const credential = await requestPasskey(passkey.options).catch(() => undefined)
      if (credential) await api.confirmMe({ passkey: { ticket: passkey.ticket, credential } })
      return credential
    },
    ['readConfirmation'],
    (credential) => credential && onConfirmed(),
  )
  const canUsePasskey = passkey !== null && 'PublicKeyCredential' in window
  if (!state.hasPassword)
    return canUsePasskey ? (
      <Form mutation={byPasskey} submitLabel={commonText('usePasskey')} onCancel={onClose}>
        {() => <p className="text-quiet">{commonText('usePasskeyHint')}</p>}
      </Form>
    ) : (
      <p className="text-quiet">{commonText('noWayToConfirm')}</p>
    )
  return (
    <Form
      mutation={byPassword}
      submitLabel={commonText('confirm')}
      onCancel={onClose}
      action={
        canUsePasskey && (
          <button
            type="button"
            className="button mr-auto"
            disabled={byPasskey.isPending}
            onClick={() => byPasskey.mutate(undefined)}
          >
            {commonText('usePasskey')}
          </button>
        )
      }
    >
      {(fieldError) => (
        <>
          <TextField
            label={commonText('yourPassword')}
            error={fieldError('password')}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
          {byPasskey.error ? <ErrorAlert error={byPasskey.error} /> : null}
        </>
      )}
    </Form>
  )
}
