import type { ConnectionKinds } from '../../../sdk/src/operations.ts'

export type ConnectionKind = ConnectionKinds['kinds'][number]

/** One field of a connection's form. */
export interface SettingField {
  name: string
  label: string
  hint: string
  control: 'text' | 'lines' | 'number' | 'choice' | 'checkbox'
  isRequired: boolean
  /** Stored encrypted and never shown again. */
  isSecret: boolean
  choices: string[]
  maxLength?: number
  min?: number
  max?: number
}

/** Returns the fields that the JSON Schema of a kind describes, in its order. */
export function settingFields({ settings, secrets }: ConnectionKind): SettingField[] {
  const required = Array.isArray(settings.required) ? settings.required : []
  return Object.entries(asRecord(settings.properties)).map(([name, value]) => {
    const schema = asRecord(value)
    return {
      name,
      label: asText(schema.title) ?? name,
      hint: asSentence(asText(schema.description) ?? ''),
      control: controlOf(schema),
      isRequired: required.includes(name),
      isSecret: secrets.includes(name),
      choices: Array.isArray(schema.enum) ? schema.enum.map(String) : [],
      ...numbersOf({ maxLength: schema.maxLength, min: schema.minimum, max: schema.maximum }),
    }
  })
}

function controlOf(schema: Record<string, unknown>): SettingField['control'] {
  if (Array.isArray(schema.enum)) return 'choice'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'boolean') return 'checkbox'
  return schema.multiline === true ? 'lines' : 'text'
}

function numbersOf<Name extends string>(values: Record<Name, unknown>): { [name in Name]?: number } {
  const numbers = Object.entries(values).filter(([, value]) => typeof value === 'number')
  return Object.fromEntries(numbers) as { [name in Name]?: number }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function asSentence(text: string): string {
  return text === '' || /[.!?…]$/.test(text) ? text : `${text}.`
}
