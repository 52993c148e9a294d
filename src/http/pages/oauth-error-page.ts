import { html } from './html.ts'
import { pageHeaders, renderPage } from './page.ts'

/** What a person sees where the authorization server cannot send them back to the client. */
export function oauthErrorPage(problem: { error: string; error_description?: string }): {
  headers: Record<string, string>
  body: string
} {
  return {
    headers: pageHeaders(),
    body: renderPage({
      title: 'That did not work',
      body: html`<h1>That did not work</h1>
<p>The program that sent you here made a request that cannot be answered. Go back to it and start again; if that does not help, tell whoever keeps it what it says below.</p>
<dl>
<div><dt>What happened</dt><dd>${problem.error_description ?? problem.error}</dd></div>
<div><dt>Code</dt><dd>${problem.error}</dd></div>
</dl>`,
    }),
  }
}
