import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { TextField } from './field.tsx'
import { Form, type FormProps } from './form.tsx'

const validationError = (...fields: string[]) =>
  new LorewellError(422, {
    id: 'field-validation',
    message: 'Validation Failed',
    details: Object.fromEntries(fields.map((field) => [field, { message: 'must not be empty' }])),
  })

function render(error: unknown): string {
  const props: FormProps = {
    mutation: { mutate: () => {}, error, isPending: false },
    submitLabel: 'Save',
    children: (fieldError) =>
      createElement(TextField, { label: 'Name', error: fieldError('name'), value: '', onChange: () => {} }),
  }
  return renderToStaticMarkup(createElement(Form, props))
}

const alerts = (html: string) =>
  [...html.matchAll(/role="alert"[^>]*>(.*?)<\/(?:p|div)>/g)].map(([, content = '']) => content.replace(/<[^>]+>/g, ''))

test('the error of a field is shown beside the field, and nowhere else', () => {
  expect(alerts(render(validationError('name')))).toEqual(['Must not be empty.'])
})

test('the error of a field that is not on the form is shown above the buttons', () => {
  expect(alerts(render(validationError('name', 'kind')))).toEqual(['Must not be empty.', 'kind must not be empty.'])
})

test('an error without fields is shown above the buttons', () => {
  expect(alerts(render(new LorewellError(403, { message: 'Not allowed.' })))).toEqual(['Not allowed.'])
  expect(alerts(render(undefined))).toEqual([])
})
