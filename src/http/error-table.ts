import { validationMessage } from '../contract/errors.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { type PublicError, toPublicError } from '../public-error.ts'
import { toStorageError } from '../storage/storage-error.ts'

export interface ErrorResponse {
  status: number
  body: Record<string, unknown>
}

/** Maps an error to its status and body, in the format of docs/specification.md 7.1 (`content`) or 7.2 (`ask`). */
export function toErrorResponse(error: AppError, format: 'content' | 'ask'): ErrorResponse {
  const isAsk = format === 'ask'
  const publicError = toPublicError(error)
  switch (error.code) {
    case 'rate-limit':
      return isAsk
        ? namedErrorResponse(429, 'AskRateLimitedError', publicError)
        : { status: 429, body: { ...publicError } }
    case 'disabled':
      return isAsk
        ? namedErrorResponse(422, 'AskDisabledError', publicError)
        : { status: 402, body: { ...publicError } }
    case 'validation':
      return { status: isAsk ? 400 : 422, body: withDetails(publicError, error) }
    case 'file-not-readable':
      return { status: 422, body: withDetails(publicError, error) }
    default:
      return { status: statusByCode[error.code], body: { ...publicError } }
  }
}

const statusByCode: Record<
  Exclude<ErrorCode, 'rate-limit' | 'disabled' | 'validation' | 'file-not-readable'>,
  number
> = {
  unauthorized: 401,
  'root-not-found': 404,
  'parent-not-found': 404,
  'assistant-not-found': 404,
  'thread-not-found': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  forbidden: 403,
  'confirmation-required': 403,
  conflict: 409,
  'research-unavailable': 409,
  'request-timeout': 408,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'insufficient-storage': 507,
  unavailable: 503,
  internal: 500,
}

function withDetails(publicError: PublicError, { details }: AppError): ErrorResponse['body'] {
  return { ...publicError, ...(details && { details }) }
}

/** The stack has the name of the error and no frames, which would reveal how the service is built. */
function namedErrorResponse(status: number, name: string, { message, id }: PublicError): ErrorResponse {
  return { status, body: { name, message, id, status, stack: `${name}: ${message}` } }
}

export function routeNotFoundError(): AppError {
  return new AppError('not-found', 'There is nothing at this address.')
}

export function notJsonError(): AppError {
  return new AppError('unsupported-media-type', 'The request body must be JSON (Content-Type: application/json).')
}

/** Turns anything thrown into an error that callers can read. Unexpected ones become `internal` with the request id. */
export function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown
  const code = (thrown as { code?: unknown } | null)?.code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError(
      'payload-too-large',
      'The request body is larger than this service accepts (MAX_BODY_BYTES). Send less at once.',
    )
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return notJsonError()
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new AppError('validation', validationMessage, {
      details: { body: { message: 'is shorter than its Content-Length' } },
    })
  }
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new AppError(
      'unavailable',
      'The files of this service were replaced while it runs. Its operator has to restart it.',
      { cause: thrown, retryAfterSeconds: 60 },
    )
  }
  const storageError = toStorageError(thrown)
  if (storageError) return storageError
  return new AppError('internal', `Something went wrong on our side. Please report it with the number ${requestId}.`, {
    cause: thrown,
  })
}
