import { AppError } from '../errors.ts'

/** Returns the user-facing error for a failure of the disk or the connection; undefined for other errors. */
export function toStorageError(thrown: unknown): AppError | undefined {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : ''
  const state = typeof code === 'string' ? code : ''
  if (state === '53100' || state === 'ENOSPC' || /no space left on device/i.test(text)) {
    return diskFullError(thrown)
  }
  if (state === '25006' || state === 'EROFS' || /read-only file system/i.test(text)) {
    return new AppError(
      'unavailable',
      'The store can only be read at the moment: nothing was written. Please try again later.',
      {
        cause: thrown,
        retryAfterSeconds: 60,
      },
    )
  }
  if (state === '58030' || state === 'EIO' || /input\/output error|\bi\/o error/i.test(text)) {
    return new AppError(
      'unavailable',
      'The disk of the service fails: nothing was written. Its operator has to check it.',
      {
        cause: thrown,
        retryAfterSeconds: 60,
      },
    )
  }
  if (unreachableStates.test(state) || unreachableMessages.test(text)) return unreachableError(thrown)
  return busyStates.test(state) ? busyError(thrown) : undefined
}

/** Throws what a write on behalf of a member failed with; as a refusal if a trigger of the notes refused it. */
export function throwWriteError(thrown: unknown): never {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown }
  if (code !== '42501' || message !== 'This member cannot edit the note') throw thrown
  throw new AppError('forbidden', 'You cannot edit the note any more: your rights have changed in the meantime.')
}

/** Whether a row was not written because one that it belongs to is gone. */
export function isMissingReference(thrown: unknown): boolean {
  return (thrown as { code?: unknown } | null)?.code === '23503'
}

/** Connection exceptions, shutdowns and start-ups of the server, ends of idle sessions and transactions, network errors. */
const unreachableStates =
  /^(?:08...|57P0.|25P0[34]|53300|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN)$/
/** Errors of the client library, which have no code. */
const unreachableMessages =
  /connection terminated|connection ended|not queryable|after calling end on the pool|timeout exceeded when trying to connect|^timeout expired$/i
/** A lock, statement or deadlock timeout, a serialization failure, a lack of memory: another attempt can succeed. */
const busyStates = /^(?:55P03|57014|40P01|40001|53200|53400)$/

/** Whether the server exists but took too long, is starting, or has no free connection. */
export function isSlowServer(thrown: unknown): boolean {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown }
  return (
    code === '57P03' || code === '53300' || /^timeout (?:expired|exceeded when trying to connect)$/.test(`${message}`)
  )
}

export function unreachableError(cause?: unknown): AppError {
  return new AppError('unavailable', 'The database cannot be reached at the moment. Please try again.', {
    cause,
    retryAfterSeconds: 5,
  })
}

function busyError(cause: unknown): AppError {
  return new AppError('unavailable', 'The database took too long: nothing was written. Please try again.', {
    cause,
    retryAfterSeconds: 5,
  })
}

export function diskFullError(cause?: unknown): AppError {
  return new AppError(
    'insufficient-storage',
    'The disk of the service is full: nothing was written. Its operator has to make room.',
    { cause, retryAfterSeconds: 60 },
  )
}
