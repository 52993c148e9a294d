import { AppError } from '../../errors.ts'
import type { FormFields, FormProtection } from './form-protection.ts'

/** Returns the challenge that this service signed, and the browser's answer to it, which is not verified yet. */
export function readPasskeyFields(forms: FormProtection, fields: FormFields): { challenge: string; response: unknown } {
  const { challenge } = forms.verifySignedValue(fields.challenge ?? '') as { challenge?: unknown }
  if (typeof challenge !== 'string') throw new AppError('forbidden', 'That took too long. Please try again.')
  return { challenge, response: parseJson(fields.credential ?? '') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
