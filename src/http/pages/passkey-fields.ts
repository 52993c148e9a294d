import { isStorable } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import type { TicketBinding, Tickets } from '../../identity/tickets.ts'
import type { FormFields } from './form-protection.ts'

/** Returns the challenge of the ticket, and the browser's answer to it, which is not verified yet. */
export function readPasskeyFields(
  tickets: Tickets,
  holder: TicketBinding['holder'],
  fields: FormFields,
): { challenge: string; response: unknown } {
  const challenge = tickets.open({ purpose: 'passkey', holder }, fields.challenge ?? '')?.value
  if (typeof challenge !== 'string') throw expiredChallengeError()
  return { challenge, response: parseCredential(fields.credential ?? '') }
}

/** Returns undefined for invalid JSON, and for text that no credential contains and no database can compare with. */
export function parseCredential(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function expiredChallengeError(): AppError {
  return new AppError('forbidden', 'That took too long. Please try again.')
}
