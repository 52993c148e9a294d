import { expect, test } from 'vitest'
import { toAppError } from './error-table.ts'

test('a module that is gone from a running service is reported as such, without its path', async () => {
  const gone = '../gone-AAAAAAAA.js'
  const failure = await import(gone).catch((error: unknown) =>
    Object.assign(error as Error, { code: 'ERR_MODULE_NOT_FOUND' }),
  )
  const error = toAppError(failure, 'request-1')
  expect(error).toMatchObject({ code: 'unavailable', retryAfterSeconds: 60 })
  expect(error.message).toContain('restart')
  expect(error.message).not.toContain('gone')
})
