import { z } from 'zod'
import { boundedText } from './text.ts'

export const confirmationState = z
  .object({
    confirmedUntil: z.string().nullable().describe('Until when this session counts as confirmed; null: it does not'),
    hasPassword: z.boolean(),
    passkey: z
      .object({
        options: z.record(z.string(), z.unknown()).describe('The options for `navigator.credentials.get`'),
        ticket: z.string().describe('To be sent back with the credential'),
      })
      .nullable()
      .describe('Null without passkeys'),
  })
  .meta({ id: 'ConfirmationState' })

export const newConfirmation = z
  .strictObject({
    password: boundedText(1, 1024).optional(),
    passkey: z.strictObject({ ticket: boundedText(1, 4096), credential: z.record(z.string(), z.unknown()) }).optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    error: 'must have either a password or a passkey',
    path: ['password'],
  })
  .meta({ id: 'NewConfirmation' })
