import { minPasswordLength } from '../../identity/passwords.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

export interface SetupPageProps {
  formToken: string
  setupToken: string
  values?: { organization?: string; name?: string; email?: string; withSample?: boolean }
  problems?: Record<string, string>
}

export function setupPage({ formToken, setupToken, values = {}, problems = {} }: SetupPageProps): Page {
  const field = (
    id: string,
    label: string,
    type: string,
    autocomplete: string,
    value: string | undefined,
    hint?: string,
  ) => {
    const problem = problems[id]
    const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
    return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" required maxlength="320"${value !== undefined && html` value="${value}"`}${described && html` aria-describedby="${described}"`}${problem !== undefined && html` aria-invalid="true"`}>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="alarm" role="alert" id="${id}-problem">${problem}</p>`}
</div>
`
  }
  return {
    title: 'Set up Lorewell',
    body: html`<h1>Set up Lorewell</h1>
<p class="quiet">Create your organization and your own account. You will be its administrator.</p>
<form method="post" action="/setup">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="token" value="${setupToken}">
${field('organization', 'Organization', 'text', 'organization', values.organization ?? '')}
${field('name', 'Your name', 'text', 'name', values.name ?? '')}
${field('email', 'Email', 'email', 'username', values.email ?? '')}
${field('password', 'Password', 'password', 'new-password', undefined, `At least ${minPasswordLength} characters.`)}
<div class="check">
<input id="sample" name="sample" type="checkbox" value="yes"${values.withSample !== false && html` checked`}>
<label for="sample">Start with the sample handbook</label>
</div>
<button type="submit">Set up</button>
</form>`,
  }
}
