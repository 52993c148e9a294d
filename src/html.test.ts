import { expect, it } from 'vitest'
import { html } from './html.ts'

it('values are escaped in text and in attributes, markup is not', () => {
  const value = `<b title="x" id='y'>&</b>`
  const escaped = '&#60;b title=&#34;x&#34; id=&#39;y&#39;&#62;&#38;&#60;/b&#62;'
  expect(html`<p title="${value}">${value}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`)
  expect(html`<ul>${[html`<li>${1}</li>`, '<', undefined, false]}</ul>`.text).toBe('<ul><li>1</li>&#60;</ul>')
})
