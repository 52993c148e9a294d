import { expect, it } from 'vitest'
import { extractCredential } from './request-credential.ts'

const cookie = 'lorewell_session'

it.each([
  [{ authorization: 'Bearer abc' }, { via: 'bearer', secret: 'abc' }],
  [{ authorization: 'bearer   abc ' }, { via: 'bearer', secret: 'abc' }],
  [{ 'x-api-key': ' abc ' }, { via: 'api-key', secret: 'abc' }],
  [{ 'x-slite-api-key': 'abc' }, { via: 'api-key', secret: 'abc' }],
  [{ cookie: 'a=b; lorewell_session=abc' }, { via: 'session', secret: 'abc' }],
  [
    { authorization: 'Bearer abc', 'x-api-key': 'abc' },
    { via: 'bearer', secret: 'abc' },
  ],
  [
    { 'x-api-key': 'abc', cookie: 'lorewell_session=def' },
    { via: 'api-key', secret: 'abc' },
  ],
])('%j has a credential', (headers, expected) => {
  expect(extractCredential(headers, cookie)).toEqual(expected)
})

it.each([
  [{}],
  [{ authorization: '' }],
  [{ authorization: 'Bearer' }],
  [{ authorization: 'Bearer ' }],
  [{ authorization: 'Basic YTpi' }],
  [{ authorization: 'Bearer a b' }],
  [{ authorization: 'abc' }],
  [{ 'x-api-key': '' }],
  [{ 'x-api-key': ['abc', 'abc'] }],
  [{ 'x-api-key': 'x'.repeat(8193) }],
  [{ authorization: 'Bearer abc', 'x-api-key': 'def' }],
  [{ 'x-api-key': 'abc', 'x-slite-api-key': 'def' }],
  [{ authorization: 'Basic YTpi', cookie: 'lorewell_session=abc' }],
  [{ 'x-api-key': '', cookie: 'lorewell_session=abc' }],
  [{ cookie: 'lorewell_session=' }],
  [{ cookie: 'lorewell_session=abc; lorewell_session=def' }],
  [{ cookie: 'other_lorewell_session=abc' }],
])('%j has none', (headers) => {
  expect(extractCredential(headers as never, cookie)).toBeUndefined()
})
