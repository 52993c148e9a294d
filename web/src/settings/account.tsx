import { useState } from 'react'
import { type AdministrationEndpoints, useApiMutation, useMe } from '../api/queries.ts'
import { ApiError, callApi } from '../api/request.ts'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { ErrorAlert } from '../components/query-state.tsx'
import { SettingsSection } from './settings-section.tsx'

export function AccountSection() {
  const me = useMe()
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const change = useApiMutation(
    () =>
      callApi<AdministrationEndpoints['changePassword']>('PUT', '/me/password', {
        body: { currentPassword, newPassword },
      }),
    [],
    () => location.assign('/sign-in?return=%2Fsettings%2Faccount'),
  )
  const problems = change.error instanceof ApiError ? change.error.fieldErrors : {}
  return (
    <SettingsSection title="My account" lead={me.data && `${me.data.displayName}, ${me.data.email}`}>
      <form
        className="card max-w-md space-y-4 px-5 py-5"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(undefined)
        }}
      >
        <h3>Change my password</h3>
        <Field label="Current password" problem={problems.currentPassword}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              type="password"
              autoComplete="current-password"
              required
              value={currentPassword}
              onChange={(event) => setCurrentPassword(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="New password"
          hint="At least 8 characters. You are signed out everywhere afterwards."
          problem={problems.newPassword}
        >
          {(ids) => (
            <input
              {...ids}
              className="input"
              type="password"
              autoComplete="new-password"
              minLength={8}
              maxLength={1024}
              required
              value={newPassword}
              onChange={(event) => setNewPassword(event.target.value)}
            />
          )}
        </Field>
        {change.error && Object.keys(problems).length === 0 && <ErrorAlert error={change.error} />}
        <button type="submit" className="button button-primary" disabled={change.isPending}>
          Change password
        </button>
      </form>
      <div className="card mt-5 flex max-w-md flex-wrap items-center gap-4 px-5 py-5">
        <div className="min-w-0 flex-1 basis-48">
          <h3>Passkeys</h3>
          <p className="mt-1 text-quiet">Sign in with your device instead of a password.</p>
        </div>
        <a className="button" href="/passkeys">
          <Icon name="key" size={16} />
          Manage passkeys
        </a>
      </div>
    </SettingsSection>
  )
}
