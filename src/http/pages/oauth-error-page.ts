import { html } from '../../html.ts'
import { pageHeaders, renderPage } from './page.ts'

/** Returns the page for errors that the authorization server cannot send back to the client. */
export function oauthErrorPage(problem: { error: string; error_description?: string }): {
  headers: Record<string, string>
  body: string
} {
  return {
    headers: pageHeaders(),
    body: renderPage({
      title: 'That did not work',
      body: html`<h1>That did not work</h1>
<p>The app that sent you here made an invalid request. Go back to it and start again. If that does not help, send the details below to its developer.</p>
<dl>
<div><dt>What happened</dt><dd>${problem.error_description ?? problem.error}</dd></div>
<div><dt>Code</dt><dd>${problem.error}</dd></div>
</dl>`,
    }),
  }
}
