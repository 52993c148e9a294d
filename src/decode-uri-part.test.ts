import { expect, test } from 'vitest'
import { decodeUriPart } from './decode-uri-part.ts'

test.each([
  ['caf%C3%A9%20rules', 'café rules'],
  ['100% sure', '100% sure'],
  ['%E0%A4', '%E0%A4'],
])('%s reads %s', (part, text) => {
  expect(decodeUriPart(part)).toBe(text)
})
