import { html } from '../../html.ts'
import { minPasswordLength } from '../../identity/passwords.ts'
import { formField } from './form-field.ts'
import type { Page } from './page.ts'

export interface SetupPageProps {
  formToken: string
  setupToken: string
  values: { organization?: string; name?: string; email?: string; withSample?: boolean }
  problems?: Record<string, string | undefined>
}

export function setupPage({ formToken, setupToken, values, problems = {} }: SetupPageProps): Page {
  return {
    title: 'Set up Lorewell',
    body: html`<h1>Set up Lorewell</h1>
<p class="quiet">Create your organization and your own account. You will be its admin.</p>
<form method="post" action="/setup">
<input type="hidden" name="form" value="${formToken}">
<input type="hidden" name="token" value="${setupToken}">
${formField({ id: 'organization', label: 'Organization', type: 'text', autocomplete: 'organization', value: values.organization ?? '', problem: problems.organization })}
${formField({ id: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: values.name ?? '', problem: problems.name })}
${formField({ id: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: values.email ?? '', problem: problems.email })}
${formField({ id: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: `At least ${minPasswordLength} characters.`, problem: problems.password })}
<div class="check">
<input id="sample" name="sample" type="checkbox" value="yes"${values.withSample !== false && html` checked`}>
<label for="sample">Start with the sample handbook</label>
</div>
<button type="submit">Set up</button>
</form>`,
  }
}
