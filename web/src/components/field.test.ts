import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextField } from './field.tsx'

test('a text area does not cut what is pasted', () => {
  const field = (rows?: number) =>
    renderToStaticMarkup(
      createElement(TextField, {
        label: 'Reason',
        value: '',
        onChange: () => {},
        maxLength: 20,
        ...(rows && { rows }),
      }),
    )
  expect(field()).toContain('maxLength="20"')
  expect(field(3)).not.toContain('maxLength')
})
