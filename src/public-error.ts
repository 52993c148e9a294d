import {
  disabledMessage,
  rateLimitMessage,
  rootNotFoundMessage,
  unauthorizedMessage,
  validationMessage,
} from './contract/errors.ts'
import type { AppError, ErrorCode } from './errors.ts'

export interface PublicError {
  message: string
  id: string
}

/** Returns the message and the id that clients get for an error; docs/specification.md, section 7, fixes some of them. */
export function toPublicError({ code, message }: AppError): PublicError {
  return fixedErrors[code] ?? { message, id: code }
}

const fixedErrors: { [code in ErrorCode]?: PublicError } = {
  unauthorized: { message: unauthorizedMessage, id: 'auth/unauthorized' },
  'rate-limit': { message: rateLimitMessage, id: 'rate-limit' },
  disabled: { message: disabledMessage, id: 'askx-disabled' },
  validation: { message: validationMessage, id: 'field-validation' },
  'root-not-found': { message: rootNotFoundMessage, id: 'root-id-not-found' },
}
