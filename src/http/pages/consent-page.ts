import { contentScopes, type Scope, scopeDescriptions } from '../../contract/scopes.ts'
import { html } from '../../html.ts'
import type { BrowserSession } from '../../identity/browser-sessions.ts'
import type { ConsentClient } from '../../identity/oauth-interactions.ts'
import type { Page } from './page.ts'

export interface ConsentPageProps {
  formToken: string
  action: string
  client: ConsentClient
  redirectUri: string
  scopes: readonly Scope[]
  person: Pick<BrowserSession, 'name' | 'email' | 'organizationName'>
}

export function consentPage({ formToken, action, client, redirectUri, scopes, person }: ConsentPageProps): Page {
  const listed = contentScopes.filter((scope) => scopes.includes(scope))
  return {
    title: `Allow ${client.name}?`,
    formActionSource: redirectDestination(redirectUri).source,
    body: html`<h1>Allow ${client.name}?</h1>
<p>It wants to use Lorewell as you, and will be able to:</p>
${listed.length > 0 && html`<ul>${listed.map((scope) => html`<li>${scopeDescriptions[scope]}</li>`)}</ul>`}
${scopes.includes('admin') && html`<p class="alarm">${scopeDescriptions.admin}. Allow this only if you trust the client with everything.</p>`}
<dl>
<div><dt>Your account</dt><dd>${person.name} (${person.email}), ${person.organizationName}</dd></div>
${client.host && html`<div><dt>Requested by</dt><dd>${client.host}</dd></div>`}
<div><dt>Redirects to</dt><dd>${redirectDestination(redirectUri).label}</dd></div>
</dl>
${client.registeredBy === 'itself' && html`<p class="alarm">This client registered itself, and nobody has checked its name. Allow it only if you just started it yourself.</p>`}
<form method="post" action="${action}">
<input type="hidden" name="form" value="${formToken}">
<div class="pair">
<button class="second" type="submit" name="decision" value="deny">Deny</button>
<button type="submit" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="quiet after"><a href="/sign-in?again=1&amp;return=${encodeURIComponent(action)}">Use another account</a></p>`,
  }
}

/** Returns the host of a redirect address, as text for people and as a source for the page's security policy. */
function redirectDestination(redirectUri: string): { label: string; source: string } {
  const { protocol, host, hostname } = new URL(redirectUri)
  if (protocol === 'https:') return { label: host, source: toCspSource(`https://${host}`) }
  if (protocol === 'http:') {
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    return {
      label: isLocal ? `an app on your computer (${host})` : host,
      source: toCspSource(`http://${host}`),
    }
  }
  return { label: `an app on your computer (${protocol.slice(0, -1)})`, source: toCspSource(protocol) }
}

/** A policy can name only plain hosts: no IPv6 address, and nothing that would end the directive. */
function toCspSource(source: string): string {
  return /^[a-z][a-z0-9+.-]*:(\/\/[a-z0-9.-]+(:\d+)?)?$/i.test(source) ? source : 'anywhere'
}
