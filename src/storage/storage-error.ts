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
  const isUnreachable =
    /^(?:08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/.test(state) ||
    /connection terminated|connection ended|timeout exceeded when trying to connect/i.test(text)
  return isUnreachable ? unreachableError(thrown) : undefined
}

export function unreachableError(cause?: unknown): AppError {
  return new AppError('unavailable', 'The database cannot be reached at the moment. Please try again.', {
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
