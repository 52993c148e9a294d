import { expect, it } from 'vitest'
import { toAddressGroup } from './address-group.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff:1:2:3', '2001:db8:1:2::'],
  ['2001:db8:1:3::7', '2001:db8:1:3::'],
  ['not an address', 'not an address'],
])('%s belongs to %s', (address, group) => {
  expect(toAddressGroup(address)).toBe(group)
})
