import { expect, test } from 'vitest'
import { readReleaseHeading } from './release-heading.ts'

test.each([
  ['2.3.0 (2 October 2026)', [2, 3, 0], true],
  ['[1.12.0] - 2026-05-04', [1, 12, 0], true],
  ['v2.3', [2, 3], true],
  ['Version 12', [12], true],
  ['Falcon 2.3 – October 2026', [2, 3], true],
  ['Falcon Release 2.3', [2, 3], true],
  ['2.3', [2, 3], false],
  ['[Unreleased]', [], true],
])('%s is the heading of a version', (heading, version, isMarked) => {
  expect(readReleaseHeading(heading)).toMatchObject({ version, isMarked })
})

test.each([
  '2.3 Travel costs',
  'Section 2.3',
  '2026',
  'Chapter 2.3: Travel',
  'Room 12',
  'Next steps',
  'Released items',
])('%s is none', (heading) => {
  expect(readReleaseHeading(heading)).toBeUndefined()
})
