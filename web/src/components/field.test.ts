import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextField } from './field.tsx'

test.each([undefined, 3])('a field of %s rows does not cut what is pasted, and says how long it can be', (rows) => {
  const field = (value: string) =>
    renderToStaticMarkup(
      createElement(TextField, { label: 'Reason', value, onChange: () => {}, maxLength: 1020, ...(rows && { rows }) }),
    )
  expect(field('x'.repeat(1020))).not.toMatch(/maxlength|Use at most|1,020/i)
  const long = field('x'.repeat(1250))
  expect(long).toContain('x'.repeat(1250))
  expect(long).toContain('Use at most 1,020 characters. Nothing was cut off.')
  expect(long).toContain('1,250 / 1,020')
})
