import { AppError } from '../errors.ts'

/** What the store could not do for reasons outside the request, as an error that may be shown; else undefined. */
export function toStorageError(thrown: unknown): AppError | undefined {
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : ''
  const state = typeof code === 'string' ? code : ''
  if (state === '53100' || state === 'ENOSPC' || /no space left on device/i.test(text)) {
    return diskFullError(thrown)
  }
  if (state === '25006' || state === 'EROFS' || /read-only file system/i.test(text)) {
    return new AppError('unavailable', 'The store can only be read at the moment: nothing was written.', {
      cause: thrown,
      retryAfterSeconds: 60,
    })
  }
  if (state === '58030' || state === 'EIO' || /input\/output error|\bi\/o error/i.test(text)) {
    return new AppError('unavailable', 'The disk of the service fails: nothing was written.', {
      cause: thrown,
      retryAfterSeconds: 60,
    })
  }
  const isGone =
    /^(?:08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/.test(state) ||
    /connection terminated|connection ended|timeout exceeded when trying to connect/i.test(text)
  return isGone
    ? new AppError('unavailable', 'The database cannot be reached at the moment. Please try again.', {
        cause: thrown,
        retryAfterSeconds: 5,
      })
    : undefined
}

export function diskFullError(cause?: unknown): AppError {
  return new AppError(
    'insufficient-storage',
    'The disk of the service is full: nothing was written. Its operator has to make room.',
    { cause, retryAfterSeconds: 60 },
  )
}
