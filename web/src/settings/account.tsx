import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { useApiMutation, useMe } from '../api/queries.ts'
import { Checkbox } from '../components/checkbox.tsx'
import { TextField } from '../components/field.tsx'
import { Form } from '../components/form.tsx'
import { Icon } from '../components/icon.tsx'
import { accountText } from '../messages/account.ts'
import { SettingsSection } from './settings-section.tsx'

export function AccountSection() {
  const me = useMe()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [revokeApiKeys, setRevokeApiKeys] = useState(false)
  const change = useApiMutation(() => api.changeMyPassword({ currentPassword, newPassword, revokeApiKeys }), [])
  // An effect: the form has to know first that its text is saved, or it would ask before the page is left.
  useEffect(() => {
    if (change.isSuccess) location.assign('/sign-in?return=%2Fsettings%2Faccount')
  }, [change.isSuccess])
  return (
    <SettingsSection title={accountText('title')} lead={me.data && `${me.data.displayName}, ${me.data.email}`}>
      <Form mutation={change} submitLabel={accountText('changePassword')} className="card max-w-xl px-5 py-5">
        {(fieldError) => (
          <>
            <h3>{accountText('changePassword')}</h3>
            <TextField
              label={accountText('currentPassword')}
              error={fieldError('currentPassword')}
              type="password"
              autoComplete="current-password"
              required
              value={currentPassword}
              onChange={setCurrentPassword}
            />
            <TextField
              label={accountText('newPassword')}
              hint={accountText('newPasswordHint')}
              error={fieldError('newPassword')}
              type="password"
              autoComplete="new-password"
              minLength={8}
              maxLength={1024}
              required
              value={newPassword}
              onChange={setNewPassword}
            />
            <Checkbox isChecked={revokeApiKeys} onChange={setRevokeApiKeys}>
              {accountText('revokeKeys')}
            </Checkbox>
          </>
        )}
      </Form>
      <div className="card mt-5 flex max-w-xl flex-wrap items-center gap-4 px-5 py-5">
        <div className="min-w-0 flex-1 basis-48">
          <h3>{accountText('passkeys')}</h3>
          <p className="mt-1 text-quiet">{accountText('passkeysHint')}</p>
        </div>
        <a className="button max-w-full whitespace-normal" href="/passkeys">
          <Icon name="key" size={16} />
          {accountText('managePasskeys')}
        </a>
      </div>
    </SettingsSection>
  )
}
