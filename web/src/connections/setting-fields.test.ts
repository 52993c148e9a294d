import { expect, test } from 'vitest'
import { type ConnectionKind, settingFields } from './setting-fields.ts'

const kind: ConnectionKind = {
  kind: 'wiki',
  name: 'Wiki',
  description: 'Pages of a wiki.',
  secrets: ['token'],
  settings: {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', title: 'Address', description: 'Where it is', maxLength: 100 },
      token: { type: 'string', title: 'Token', writeOnly: true },
      pages: { type: 'string', title: 'Pages', multiline: true },
      depth: { type: 'integer', minimum: 0, maximum: 9 },
      mode: { type: 'string', enum: ['all', 'recent'] },
      drafts: { type: 'boolean', title: 'Drafts' },
    },
  },
}

test('every property becomes a field with the control of its type, in the order of the schema', () => {
  expect(settingFields(kind).map(({ name, label, control }) => [name, label, control])).toEqual([
    ['url', 'Address', 'text'],
    ['token', 'Token', 'text'],
    ['pages', 'Pages', 'lines'],
    ['depth', 'depth', 'number'],
    ['mode', 'mode', 'choice'],
    ['drafts', 'Drafts', 'checkbox'],
  ])
})

test('a field knows whether it is required, secret and limited', () => {
  const [url, token, , depth, mode] = settingFields(kind)
  expect(url).toMatchObject({ isRequired: true, isSecret: false, maxLength: 100, hint: 'Where it is.' })
  expect(token).toMatchObject({ isRequired: false, isSecret: true })
  expect(depth).toMatchObject({ min: 0, max: 9 })
  expect(mode).toMatchObject({ choices: ['all', 'recent'] })
})
