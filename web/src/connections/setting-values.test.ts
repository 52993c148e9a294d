import { expect, test } from 'vitest'
import type { SettingField } from './setting-fields.ts'
import { areSettingsChanged, toSettings, toSettingValues } from './setting-values.ts'

const field = (name: string, more: Partial<SettingField> = {}): SettingField => ({
  ...{ name, label: name, hint: '', control: 'text', isRequired: false, isSecret: false, choices: [] },
  ...more,
})
const fields = [
  field('url'),
  field('branch'),
  field('depth', { control: 'number' }),
  field('drafts', { control: 'checkbox' }),
  field('token', { isSecret: true }),
]

test('empty fields are left out, numbers are numbers, and addresses lose the spaces around them', () => {
  const values = { url: ' https://git.test/a.git ', branch: '', depth: '3', drafts: 'true', token: '' }
  expect(toSettings(fields, values)).toEqual({ url: 'https://git.test/a.git', depth: 3, drafts: true })
})

test('a secret is sent as it was typed', () => {
  expect(toSettings(fields, { token: ' s3cret ' })).toEqual({ token: ' s3cret ' })
})

test('settings that nobody touched are sent exactly as they are stored, so that stored secrets stay valid', () => {
  const stored = { url: 'https://git.test/a.git ', branch: '', depth: 3, drafts: false }
  const settings = toSettings(fields, toSettingValues(fields, stored), stored)
  expect(settings).toEqual(stored)
  expect(areSettingsChanged(settings, stored)).toBe(false)
})

test('an emptied field, another value and a new secret are changes', () => {
  const stored = { url: 'https://git.test/a.git', branch: 'main' }
  const shown = toSettingValues(fields, stored)
  const change = (values: Record<string, string>) => toSettings(fields, { ...shown, ...values }, stored)
  expect(change({ branch: '' })).toEqual({ url: 'https://git.test/a.git' })
  expect(areSettingsChanged(change({ branch: '' }), stored)).toBe(true)
  expect(areSettingsChanged(change({ branch: 'next' }), stored)).toBe(true)
  expect(areSettingsChanged(change({ token: 's3cret' }), stored)).toBe(true)
})

test('secrets are never among the values that the form starts with', () => {
  expect(toSettingValues(fields, { url: 'https://git.test/a.git' }).token).toBe('')
})
