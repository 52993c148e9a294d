import { html, type Markup } from '../../html.ts'
import type { Passkey, PasskeyChallenge } from '../../identity/passkeys.ts'
import type { Page } from './page.ts'
import { passkeyScript } from './passkey-script.ts'

export interface PasskeyOptions extends PasskeyChallenge {
  /** The challenge in a ticket, which comes back with the browser's answer. */
  ticket: string
}

/** Lists the member's passkeys, with forms to add and to remove one. */
export function passkeysPage({
  formToken,
  passkeys,
  passkeyOptions,
  hasPassword,
  problem,
}: {
  formToken: string
  passkeys: readonly Passkey[]
  /** Undefined when the service has an IP address instead of a host name. */
  passkeyOptions: PasskeyOptions | undefined
  /** Without a password, no further passkey can be added. */
  hasPassword: boolean
  problem?: string
}): Page {
  return {
    title: 'Passkeys',
    script: passkeyScript,
    body: html`<h1>Passkeys</h1>
<p class="quiet">Sign in with your fingerprint, face or device PIN instead of a password.</p>
${problem && html`<p class="alarm" role="alert">${problem}</p>`}
${passkeys.length === 0 ? html`<p>You have no passkeys yet.</p>` : html`<dl>${passkeys.map((passkey) => passkeyRow(passkey, formToken))}</dl>`}
${
  !hasPassword
    ? html`<p class="quiet after">You have no password, which another passkey requires. Ask an admin for a link to choose one.</p>`
    : passkeyOptions
      ? html`<form method="post" action="/passkeys" data-passkey="make" data-options="${JSON.stringify(passkeyOptions.options)}" hidden>
${hiddenFields(formToken, passkeyOptions)}
<div class="field">
<label for="name">Name of the new passkey</label>
<input id="name" name="name" type="text" required placeholder="My phone">
</div>
<div class="field">
<label for="password">Your password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
</div>
<button type="submit">Add a passkey</button>
<p class="alarm" role="alert" hidden>No passkey was created. Try again, or use another device.</p>
</form>`
      : html`<p class="quiet after">Passkeys need a host name, but this service is reached by an IP address.</p>`
}
<p class="quiet after"><a href="/settings/account">Back to my account</a></p>`,
  }
}

/** The passkey form of the sign-in page. */
export function passkeyForm(formToken: string, returnTo: string, passkeyOptions: PasskeyOptions): Markup {
  return html`<form method="post" action="/sign-in/passkey" data-passkey="use" data-options="${JSON.stringify(passkeyOptions.options)}" hidden>
${hiddenFields(formToken, passkeyOptions)}
<input type="hidden" name="return" value="${returnTo}">
<button class="second" type="submit">Use a passkey</button>
<p class="alarm" role="alert" hidden>No passkey was used. Try again, or use your password.</p>
</form>`
}

/** The form of an invitation that joins with a passkey. Sends the name from the field of the other form. */
export function joinWithPasskeyForm(formToken: string, action: string, passkeyOptions: PasskeyOptions): Markup {
  return html`<form method="post" action="${action}" data-passkey="make" data-shares="name" data-options="${JSON.stringify(passkeyOptions.options)}" hidden>
${hiddenFields(formToken, passkeyOptions)}
<input type="hidden" name="name" value="">
<button class="second" type="submit">Join with a passkey</button>
<p class="quiet after">With your fingerprint, face or device PIN instead of a password.</p>
<p class="alarm" role="alert" hidden>No passkey was created. Try again, or choose a password.</p>
</form>`
}

function hiddenFields(formToken: string, passkeyOptions: PasskeyOptions): Markup {
  return html`<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="challenge" value="${passkeyOptions.ticket}">
<input type="hidden" name="credential" value="">`
}

function passkeyRow({ id, name, createdAt, lastUsedAt }: Passkey, formToken: string): Markup {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return html`<div>
<dt>created ${day(createdAt)}, ${lastUsedAt ? `used ${day(lastUsedAt)}` : 'never used'}</dt>
<dd class="line"><span>${name}</span>
<form method="post" action="/passkeys/remove"><input type="hidden" name="form" value="${formToken}"><input type="hidden" name="id" value="${id}"><button class="second" type="submit" aria-label="Remove ${name}">Remove</button></form></dd>
</div>`
}
