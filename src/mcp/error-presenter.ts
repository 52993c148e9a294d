import { AppError } from '../errors.ts'

/** Turns anything thrown into an error whose message can be shown. */
export type ErrorPresenter = (thrown: unknown) => AppError

/** Presents expected errors with their fields and retry time. Unexpected errors go to `onUnknown` and become `internal`. */
export function createErrorPresenter(onUnknown: (error: unknown) => void): ErrorPresenter {
  return (thrown) => {
    if (!(thrown instanceof AppError)) {
      onUnknown(thrown)
      return new AppError('internal', 'Something went wrong on our side.', { cause: thrown })
    }
    const fields = Object.entries(thrown.details ?? {}).map(([name, { message }]) => `\n${name} ${message}`)
    const later = thrown.retryAfterSeconds === undefined ? '' : ` Retry after ${thrown.retryAfterSeconds} seconds.`
    return new AppError(thrown.code, `${thrown.message}${later}${fields.join('')}`, { cause: thrown })
  }
}
