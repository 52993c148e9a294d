import { defineMessages } from './define-messages.ts'

export const accountText = defineMessages('account', {
  title: 'My account',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters. You’ll be signed out on all devices, and connected apps lose access.',
  revokeKeys: 'Also revoke my API keys',
  passkeys: 'Passkeys',
  passkeysHint: 'Sign in with your device instead of a password.',
  managePasskeys: 'Manage passkeys',
})
