import type { SettingField } from './setting-fields.ts'

/** What is typed into the fields, by name; a ticked box is `true`. */
export type SettingValues = Readonly<Record<string, string>>

/** Returns stored settings as the form shows them. Secrets are never among them. */
export function toSettingValues(
  fields: readonly SettingField[],
  settings: Readonly<Record<string, unknown>>,
): SettingValues {
  return Object.fromEntries(fields.map(({ name }) => [name, toText(settings[name])]))
}

/**
 * Returns the settings to send. An empty field is left out: a stored secret stays as it is. A field that shows its stored
 * value keeps it exactly: with other settings, the service asks for the secrets again.
 */
export function toSettings(
  fields: readonly SettingField[],
  values: SettingValues,
  stored: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const { name, isSecret } = field
    const text = values[name] ?? ''
    if (!isSecret && name in stored && text === toText(stored[name])) return [[name, stored[name]]]
    const value = toValue(field, text)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** Tells whether settings to send differ from the stored ones, or contain a secret. */
export function areSettingsChanged(
  settings: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): boolean {
  const names = new Set([...Object.keys(settings), ...Object.keys(stored)])
  return [...names].some((name) => settings[name] !== stored[name])
}

function toValue({ control, isSecret }: SettingField, text: string): unknown {
  if (control === 'checkbox') return text === 'true' ? true : undefined
  // Pasted addresses end in spaces; a password may.
  const value = isSecret ? text : text.trim()
  if (value === '') return undefined
  return control === 'number' ? Number(value) : value
}

function toText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
