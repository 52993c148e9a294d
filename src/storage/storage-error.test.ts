import { describe, expect, test } from 'vitest'
import { toErrorResponse } from '../http/error-table.ts'
import { toStorageError } from './storage-error.ts'

const failure = (fields: { code?: string; message?: string }) => Object.assign(new Error(fields.message), fields)

describe('a failure of the store', () => {
  test.each<[{ code?: string; message?: string }, number]>([
    [{ code: '53100', message: 'could not extend file' }, 507],
    [{ code: 'ENOSPC' }, 507],
    [{ code: '58030', message: 'could not write: No space left on device' }, 507],
    [{ code: '58030', message: 'could not fsync file "x": I/O error' }, 503],
    [{ code: 'EIO' }, 503],
    [{ code: 'EROFS' }, 503],
    [{ code: '42501', message: 'could not open file "x": Read-only file system' }, 503],
    [{ code: '25006', message: 'cannot execute INSERT in a read-only transaction' }, 503],
    [{ code: 'ECONNREFUSED' }, 503],
    [{ code: '57P01', message: 'terminating connection due to administrator command' }, 503],
    [{ code: '57P02', message: 'terminating connection because of crash of another server process' }, 503],
    [{ code: '57P03', message: 'the database system is starting up' }, 503],
    [{ code: '08006', message: 'connection failure' }, 503],
    [{ code: '08P01', message: 'server conn crashed?' }, 503],
    [{ code: '25P03', message: 'terminating connection due to idle-in-transaction timeout' }, 503],
    [{ code: 'ECONNRESET', message: 'read ECONNRESET' }, 503],
    [{ code: 'EAI_AGAIN', message: 'getaddrinfo EAI_AGAIN db' }, 503],
    [{ message: 'Connection terminated unexpectedly' }, 503],
    [{ message: 'Client has encountered a connection error and is not queryable' }, 503],
    [{ message: 'Client was closed and is not queryable' }, 503],
    [{ message: 'Cannot use a pool after calling end on the pool' }, 503],
    [{ message: 'timeout expired' }, 503],
    [{ code: '55P03', message: 'canceling statement due to lock timeout' }, 503],
    [{ code: '57014', message: 'canceling statement due to statement timeout' }, 503],
    [{ code: '40P01', message: 'deadlock detected' }, 503],
  ])('%j becomes %s, with a retry time and no internal details', (fields, status) => {
    const error = toStorageError(failure(fields))
    expect(error?.retryAfterSeconds).toBeGreaterThan(0)
    const answer = error && toErrorResponse(error, 'content')
    expect(answer?.status).toBe(status)
    if (fields.message) expect(JSON.stringify(answer?.body)).not.toContain(fields.message)
  })

  test.each([[{ code: '23505' }], [{ message: 'undefined is not a function' }], [{}]])(
    '%j is no storage error',
    (fields) => {
      expect(toStorageError(failure(fields))).toBeUndefined()
    },
  )

  test('undefined is no storage error', () => {
    expect(toStorageError(undefined)).toBeUndefined()
  })
})
