import { expect, test } from 'vitest'
import { isNoise } from './question-noise.ts'

test.each([
  'Hi',
  'hello there!',
  'Guten Morgen',
  'Bonjour',
  'thanks a lot',
  'ok',
  'test',
  'Test 123',
  'testing, testing',
  'Asdfgh',
  'asdf',
  'asdasd',
  'qwertz',
  'jkljkl',
  'zxcvbn',
  'sdkfjhsdkf',
  'aaaaa',
  'hahahaha',
  '???',
  '123',
  '👍',
  'x',
  '',
])('%j is noise', (question) => {
  expect(isNoise(question)).toBe(true)
})

test.each([
  'When does the gate open?',
  'test environment',
  'How do I test the alarm?',
  'hi, where is the canteen?',
  'GDPR',
  'gdpr',
  'https',
  'smtp',
  'Wert',
  'Werte',
  'Rewe',
  'outer',
  'Dallas',
  'Alaska',
  'Wetter',
  'kubectl',
  'Urlaub',
  'Who are we?',
  'morning shift',
  '休假',
  '年',
  'отпуск',
  'asdfgh keyboard layout',
  'T-1234',
  'DFG',
])('%j is a question', (question) => {
  expect(isNoise(question)).toBe(false)
})
