import { expect, test } from 'vitest'
import { passageFixture } from '../../../test/support/read-passage.ts'
import { asksForOld, isMarkedOld, isTitleMarkedOld, withoutOldMark } from './marked-old.ts'

const at = new Date('2026-06-15T09:00:00Z')

test.each([
  'Parking (outdated)',
  'Parking [archived 2024]',
  'Parking – superseded by Site access',
  'Archived: parking',
  'Parking: old version',
  'Archive',
  'Parking (valid until 2023)',
  'Parking, valid until 31 May 2026',
  'Fees until 2022',
])('"%s" is marked as old', (title) => {
  expect(isTitleMarkedOld(title, at)).toBe(true)
})

test.each([
  'Archive rules',
  'Archived bikes and where they stand',
  'Old town tours',
  'Parking (valid until 2027)',
  'Parking, valid until 31 July 2026',
  'Parking (valid until 2026)',
  'Replaced parts',
  'What to do until 2030',
])('"%s" is not', (title) => {
  expect(isTitleMarkedOld(title, at)).toBe(false)
})

test.each([
  ['This page is outdated. You park in the yard.', true],
  ['Note: this policy has been replaced by Site access. You park in the yard.', true],
  ['Superseded by Site access. You park in the yard.', true],
  ['These rules are no longer in force. You park in the yard.', true],
  ['Valid until 2023. You park in the yard.', true],
  ['Valid until 2030. You park in the yard.', false],
  ['The permit is valid until 2023. You park in the yard.', false],
  ['You park in the yard. Replaced tyres go into the bin.', false],
  ['Expired milk is thrown away.', false],
])('the beginning "%s" marks its page as old: %s', (body, expected) => {
  expect(isMarkedOld(passageFixture({ body }), at)).toBe(expected)
})

test('only the beginning of a page says that of the page', () => {
  expect(isMarkedOld(passageFixture({ body: 'This page is outdated.', ordinal: 2 }), at)).toBe(false)
})

test('the mark is no part of the title', () => {
  expect(withoutOldMark('Parking (outdated)').trim()).toBe('Parking')
})

test.each([
  ['What did the old handbook say about parking?', true],
  ['How much was parking until 2023?', true],
  ['Where did we previously park?', true],
  ['How old must drivers be?', false],
  ['Can I park before 8?', false],
])('"%s" asks for what held earlier: %s', (question, expected) => {
  expect(asksForOld(question)).toBe(expected)
})
