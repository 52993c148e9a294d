import { html, type Markup } from '../../html.ts'

export interface FormFieldProps {
  id: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  value?: string | undefined
  hint?: string | undefined
  problem?: string | undefined
  isReadOnly?: boolean
}

/**
 * A labelled, required input with its hint and its problem, which gives it the focus. Without a maxlength: browsers would
 * cut a pasted password silently.
 */
export function formField({
  id,
  label,
  type,
  autocomplete,
  value,
  hint,
  problem,
  isReadOnly = false,
}: FormFieldProps): Markup {
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" required${isReadOnly && html` readonly`}${value !== undefined && html` value="${value}"`}${described && html` aria-describedby="${described}"`}${problem !== undefined && html` aria-invalid="true" autofocus`}>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${problem && html`<p class="alarm" role="alert" id="${id}-problem">${problem}</p>`}
</div>
`
}
