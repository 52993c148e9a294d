import { html, type Markup } from '../../html.ts'
import type { SignInCandidate } from '../../identity/sign-in-candidate.ts'
import type { Page } from './page.ts'
import { passkeyScript } from './passkey-script.ts'
import { type PasskeyOptions, passkeyForm } from './passkeys-page.ts'

export interface SignInPageProps {
  formToken: string
  returnTo: string
  email?: string
  problem?: string
  hasNoAccounts?: boolean
  /** Undefined when passkeys are not supported. */
  passkeyOptions?: PasskeyOptions | undefined
  /** The name of the external issuer, if there is one. */
  oidcName?: string | undefined
  canSendEmail?: boolean
}

export function signInPage(form: SignInPageProps): Page {
  const { formToken, returnTo, email = '', problem, hasNoAccounts, passkeyOptions, oidcName, canSendEmail } = form
  return {
    title: 'Sign in',
    ...(passkeyOptions && { script: passkeyScript }),
    formActionSource: formActionSourceFor(returnTo),
    body: html`<h1>Sign in</h1>
${hasNoAccounts && html`<p class="quiet">There are no accounts yet. To create the first one, open the setup link that the server printed when it started.</p>`}
${problem && html`<p class="alarm" role="alert" id="problem">${problem}</p>`}
<form method="post" action="/sign-in">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="return" value="${returnTo}">
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}"${invalidFieldAttributes(problem)}${!email && html` autofocus`}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${invalidFieldAttributes(problem)}${email && html` autofocus`}>
</div>
<button type="submit">Sign in</button>
</form>
${canSendEmail && html`<p class="quiet after"><a href="/forgot-password">Forgot password?</a></p>`}
${passkeyOptions && passkeyForm(formToken, returnTo, passkeyOptions)}
${oidcName && oidcLink(oidcName, { return: returnTo })}`,
  }
}

/** Leads to the sign-in page of the external issuer. A link, because the policy of the page limits where forms lead. */
export function oidcLink(name: string, query: Record<string, string>): Markup {
  return html`<p class="after"><a class="button second" href="/sign-in/oidc?${new URLSearchParams(query).toString()}">Sign in with ${name}</a></p>`
}

/** Shown when an email and password match accounts in several organizations. */
export function chooseOrganizationPage(form: {
  formToken: string
  returnTo: string
  ticket: string
  candidates: readonly Pick<SignInCandidate, 'organizationName'>[]
}): Page {
  return {
    title: 'Choose an organization',
    formActionSource: formActionSourceFor(form.returnTo),
    body: html`<h1>Choose an organization</h1>
<p class="quiet">You have an account in more than one.</p>
<form method="post" action="/sign-in/organization">
<input type="hidden" name="form" value="${form.formToken}">
<input type="hidden" name="return" value="${form.returnTo}">
<input type="hidden" name="ticket" value="${form.ticket}">
<div class="choices">
${form.candidates.map(
  (candidate, index) =>
    html`<button class="second" type="submit" name="choice" value="${index}">${candidate.organizationName}</button>
`,
)}</div>
</form>`,
  }
}

function formActionSourceFor(returnTo: string): 'anywhere' | undefined {
  return returnTo.startsWith('/oauth/') ? 'anywhere' : undefined
}

function invalidFieldAttributes(problem: string | undefined) {
  return problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`
}
