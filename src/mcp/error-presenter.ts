import { AppError } from '../errors.ts'

/** Whatever was thrown, as an error whose message may be shown. */
export type ErrorPresenter = (thrown: unknown) => AppError

/** Refusals in their own words, with the fields they name and when to come back; what is unknown stays inside. */
export function createErrorPresenter(onUnknown: (error: unknown) => void): ErrorPresenter {
  return (thrown) => {
    if (!(thrown instanceof AppError)) {
      onUnknown(thrown)
      return new AppError('internal', 'Something went wrong on our side.', { cause: thrown })
    }
    const fields = Object.entries(thrown.details ?? {}).map(([name, { message }]) => `\n${name} ${message}`)
    const later =
      thrown.retryAfterSeconds === undefined ? '' : ` Retry after ${thrown.retryAfterSeconds} seconds.`
    return new AppError(thrown.code, `${thrown.message}${later}${fields.join('')}`, { cause: thrown })
  }
}
