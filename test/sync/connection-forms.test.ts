import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectors } from '../../src/sync/connectors/connectors.ts'
import { findKinds } from '../../web/src/connections/find-kinds.ts'
import { settingFields } from '../../web/src/connections/setting-fields.ts'

const kinds = connectors.map(({ kind, name, description, settings, secrets }) => ({
  ...{ kind, name, description, secrets: [...secrets] },
  settings: z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
}))
const search = (text: string) => findKinds(kinds, text).map(({ kind }) => kind)

test.each(kinds.map((kind) => [kind.kind, kind] as const))(
  'every setting of %s has a label and a hint in the form',
  (_, kind) => {
    const fields = settingFields(kind)
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      expect(field.label).not.toBe(field.name)
      expect(field.hint).toMatch(/\S[.!?…]$/)
    }
    expect(fields.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(kind.secrets)
  },
)

test('an empty search in the gallery shows every kind', () => {
  expect(search('  ')).toEqual(kinds.map(({ kind }) => kind))
})

test('kinds are found by name, by what they read and by other words for them', () => {
  expect(search('git repo')).toContain('git')
  expect(search('SharePoint')).toEqual(['rclone'])
  expect(search('gmail')).toEqual(['imap'])
  expect(search('quokka')).toEqual([])
})
