import { expect, test } from 'vitest'
import { readPassageFixture } from '../../../test/support/read-passage.ts'
import { bestUnit } from '../quoted/split-units.ts'
import { demoteOld } from './demote-old.ts'

const at = new Date('2026-06-15T09:00:00Z')
const old = readPassageFixture([['Requests go to the caretaker.', 6]], { title: 'Parking (outdated)' })
const current = (evidence: number) =>
  readPassageFixture([['You ask at the front door.', evidence]], { title: 'Site access' })
const bestOf = (question: string, ...read: ReturnType<typeof current>[]) =>
  bestUnit(demoteOld(question, read, at))?.text

test('a page that is marked as old gives way to another one that answers', () => {
  expect(bestOf('Where do I request a space?', old, current(3))).toBe('You ask at the front door.')
})

test('it answers if no other page does, or if the question asks for what held earlier', () => {
  expect(bestOf('Where do I request a space?', old, current(-3))).toBe('Requests go to the caretaker.')
  expect(bestOf('Where did I previously request a space?', old, current(3))).toBe('Requests go to the caretaker.')
})
