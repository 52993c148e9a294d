import { scopes } from '../../../src/contract/scopes.ts'
import { html } from '../../../src/html.ts'
import { consentPage } from '../../../src/http/pages/consent-page.ts'
import { messagePage, type Page } from '../../../src/http/pages/page.ts'
import { passkeysPage } from '../../../src/http/pages/passkeys-page.ts'
import { setupPage } from '../../../src/http/pages/setup-page.ts'
import { chooseOrganizationPage, signInPage } from '../../../src/http/pages/sign-in-page.ts'

/**
 * The pages that the server writes itself, with a string wherever somebody's text could stand: all of them in one
 * document for so many strings.
 */
export function payloadPage(strings: readonly string[]): Page {
  const bodies = strings.flatMap((text) => {
    const person = {
      organizationId: text,
      organizationName: text,
      memberId: text,
      email: text,
      name: text,
      signedInAt: new Date(0),
    }
    const passkey = { id: text, name: text, createdAt: new Date(0), lastUsedAt: null }
    return [
      setupPage({
        formToken: text,
        setupToken: text,
        values: { organization: text, name: text, email: text },
        problems: { email: text },
      }),
      signInPage({ formToken: text, returnTo: text, email: text, problem: text }),
      chooseOrganizationPage({
        formToken: text,
        returnTo: text,
        ticket: text,
        candidates: [person],
      }),
      passkeysPage({
        formToken: text,
        passkeys: [passkey],
        passkeyOptions: undefined,
        hasPassword: true,
        problem: text,
      }),
      consentPage({
        formToken: text,
        action: `/oauth/consent/${encodeURIComponent(text)}`,
        client: { id: text, name: text, host: text, registeredBy: 'itself' },
        redirectUri: 'https://example.com/',
        scopes,
        person,
      }),
      messagePage(text, text),
    ].map(({ body }) => body)
  })
  return { title: strings.join(' '), body: html`${bodies}` }
}
