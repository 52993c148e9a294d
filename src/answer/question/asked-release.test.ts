import { expect, test } from 'vitest'
import { askedRelease } from './asked-release.ts'

test.each([
  ['What changed in 2.3?', 'changes', [2, 3], undefined],
  ["What's new in version 2.3.1?", 'changes', [2, 3, 1], undefined],
  ['What was fixed in Falcon 2.3?', 'changes', [2, 3], 'fixed'],
  ['Release notes for v2.3', 'changes', [2, 3], undefined],
  ['What are the changes in release 12?', 'changes', [12], undefined],
  ["What's new in the latest release?", 'changes', 'latest', undefined],
  ['What is in the next release?', 'changes', 'next', undefined],
  ['Was ist neu in Version 2.3?', 'changes', [2, 3], undefined],
  ['Quelles sont les nouveautés de la version 2.3 ?', 'changes', [2, 3], undefined],
  ['When was 2.4 released?', 'name', [2, 4], undefined],
  ['Which version is the newest?', 'name', 'latest', undefined],
  ['What is the latest version of Falcon?', 'name', 'latest', undefined],
  ['Since which version can comments be pinned?', 'origin', undefined, undefined],
  ['Which version dropped Node 18?', 'origin', undefined, undefined],
])('%s asks about a version', (question, wants, which, kind) => {
  expect(askedRelease(question)).toEqual({ wants, which, kind })
})

test.each([
  'What changed in section 2.3?',
  'How long is the trial in version 2.3?',
  'What changed for admins who export calendars in 2.3?',
  'What is the latest check-in time?',
  'What is new here?',
  'Who approves changes of 2.50 euros?',
])('%s does not ask about a version', (question) => {
  expect(askedRelease(question)).toBeUndefined()
})
