import { html } from '../../html.ts'
import type { Invitation } from '../../identity/invitations.ts'
import { invalidInvitationMessage } from '../../identity/invitations.ts'
import { invalidResetLinkMessage, type ResetAccount } from '../../identity/password-resets.ts'
import { minPasswordLength } from '../../identity/passwords.ts'
import { formField } from './form-field.ts'
import { messagePage, type Page } from './page.ts'
import { passkeyScript } from './passkey-script.ts'
import { joinWithPasskeyForm, type PasskeyOptions } from './passkeys-page.ts'
import { oidcLink } from './sign-in-page.ts'

const signInLink = { href: '/sign-in', label: 'Go to sign-in' }

export const invalidInvitationPage: Page = messagePage(
  'This invitation does not work',
  invalidInvitationMessage,
  signInLink,
)

export const invalidResetLinkPage: Page = messagePage('This link does not work', invalidResetLinkMessage, signInLink)

export const passwordChangedPage: Page = messagePage(
  'Your password is changed',
  'You were signed out everywhere. Sign in with the new password.',
  signInLink,
)

const roleLabels = { admin: 'an admin', member: 'a member', viewer: 'a viewer' } as const

/** The page where an invited person chooses a name, and a password or a passkey. */
export function invitationPage({
  formToken,
  action,
  invitation,
  name,
  problems = {},
  passkeyOptions,
  oidc,
}: {
  formToken: string
  action: string
  invitation: Pick<Invitation, 'organizationName' | 'email' | 'role' | 'invitedBy'>
  name: string
  problems?: Record<string, string | undefined>
  /** Undefined when the service has an IP address instead of a host name. */
  passkeyOptions: PasskeyOptions | undefined
  /** The external issuer that the person can use instead of a password. */
  oidc?: { name: string; invitationToken: string } | undefined
}): Page {
  const { organizationName, email, role, invitedBy } = invitation
  return {
    title: `Join ${organizationName}`,
    script: passkeyScript,
    body: html`<h1>Join ${organizationName}</h1>
<p class="quiet">${invitedBy.name} invited you as ${roleLabels[role]}.</p>
<form method="post" action="${action}">
<input type="hidden" name="form" value="${formToken}">
${formField({ id: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, isReadOnly: true })}
${formField({ id: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: name, problem: problems.name })}
${formField({ id: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minPasswordLength} characters.`, problem: problems.password })}
<button type="submit">Join</button>
</form>
${passkeyOptions && joinWithPasskeyForm(formToken, `${action}/passkey`, passkeyOptions)}
${oidc && oidcLink(oidc.name, { invitation: oidc.invitationToken })}`,
  }
}

/** The page of a link to choose a new password. */
export function resetPasswordPage({
  formToken,
  action,
  account,
  problem,
}: {
  formToken: string
  action: string
  account: ResetAccount
  problem?: string
}): Page {
  return {
    title: 'Choose a new password',
    body: html`<h1>Choose a new password</h1>
<p class="quiet">For your account at ${account.organizationName}. You’ll be signed out everywhere, and your passkeys are removed.</p>
<form method="post" action="${action}">
<input type="hidden" name="form" value="${formToken}">
${formField({ id: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: account.email, isReadOnly: true })}
${formField({ id: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: `At least ${minPasswordLength} characters.`, problem })}
<button type="submit">Change password</button>
</form>`,
  }
}

/** The page where a person asks for a link to choose a new password. */
export function forgotPasswordPage({
  formToken,
  email = '',
  problem,
}: {
  formToken: string
  email?: string
  problem?: string
}): Page {
  return {
    title: 'Forgot password?',
    body: html`<h1>Forgot password?</h1>
<p class="quiet">Enter your e-mail address. If it belongs to an account, we’ll send a link to choose a new password.</p>
<form method="post" action="/forgot-password">
<input type="hidden" name="form" value="${formToken}">
${formField({ id: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, problem })}
<button type="submit">Send link</button>
</form>
<p class="quiet after"><a href="/sign-in">Back to sign-in</a></p>`,
  }
}

/** Says the same whether the address belongs to an account or not. */
export const resetRequestedPage: Page = messagePage(
  'Check your email',
  'If that address belongs to an account, a link to choose a new password is on its way. It works once, within an hour.',
  signInLink,
)

export const resetUnavailablePage: Page = messagePage(
  'Ask an admin for a link',
  'This service sends no email. An admin of your organization can give you a link to choose a new password.',
  signInLink,
)
