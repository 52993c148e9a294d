import { expect, test } from 'vitest'
import { parseResource } from './audited-objects.ts'

test.each([
  ['/notes/abc', { kind: 'note', id: 'abc' }],
  ['/notes/a%2Fb/audience', { kind: 'note', id: 'a/b' }],
  ['/data-sources/tickets/items/T-1', { kind: 'item', id: 'T-1', rootId: 'tickets' }],
  ['/data-sources/tickets', { kind: 'data-source', id: 'tickets' }],
  ['/admin/connections/c1/sync', { kind: 'connection', id: 'c1' }],
  ['/invitations/i1/link', { kind: 'invitation', id: 'i1' }],
  ['/members/ada/password', { kind: 'member', id: 'ada' }],
])('%s names an object', (resource, object) => {
  expect(parseResource(resource)).toEqual(object)
})

test.each([
  '/organization',
  '/notes',
  '/invitations/bulk',
  '/admin/callback-secret/rotate',
  '/constructor/x',
  '',
  '/sign-in',
])('%s names none', (resource) => {
  expect(parseResource(resource)).toBeUndefined()
})

test('a malformed path of a refused request does no harm', () => {
  expect(parseResource('/notes/%E0%A4%A')).toEqual({ kind: 'note', id: '%E0%A4%A' })
})
