import { validationMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'

/** A message to one person. Text that people entered needs no escaping here: `html` is markup already, the rest is plain. */
export interface MailMessage {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The page where the reader turns such messages off. */
  unsubscribeUrl?: string
}

/** Sends e-mail. The one adapter is smtp-mailer.ts. */
export interface Mailer {
  /** The host of the mail server. */
  host: string
  from: string
  /** Resolves once the mail server has taken the message. Fails with a MailError. */
  send(message: MailMessage): Promise<void>
}

/** Says in a sentence for admins why a message was not sent. It contains no credentials. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether sending the same message again is pointless. */
  readonly isPermanent: boolean

  constructor(message: string, options: { isPermanent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isPermanent = options.isPermanent ?? false
  }
}

/** Returns the error for a field that asks for e-mail where the service sends none. */
export function mailUnavailableError(field: string): AppError {
  return new AppError('validation', validationMessage, {
    details: { [field]: { message: 'is not possible: this service has no mail server' } },
  })
}
