import { expect, test } from 'vitest'
import { findAppPath, sanitizeUrl } from './safe-link.tsx'

const origin = 'https://lore.test'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://lore.test/1',
  'file:///etc/passwd',
  'http://[',
])('%j leads nowhere', (href) => {
  expect(sanitizeUrl(href, origin)).toBeUndefined()
})

test('addresses of the web and of the service itself are kept', () => {
  expect(sanitizeUrl('https://example.com/a b', origin)).toBe('https://example.com/a%20b')
  expect(sanitizeUrl('/notes/1', origin)).toBe('https://lore.test/notes/1')
  expect(sanitizeUrl('mailto:a@example.com', origin)).toBe('mailto:a@example.com')
})

test.each([
  ['/notes/a%20b#x', '/notes/a%20b#x'],
  ['https://lore.test/notes/1?y=2', '/notes/1?y=2'],
  ['/shared/1', '/shared/1'],
  ['https://wiki.test/notes/1', undefined],
  ['//wiki.test/notes/1', undefined],
  ['http://lore.test/notes/1', undefined],
  ['/attachments/1', undefined],
  ['/v1/notes/1', undefined],
  ['mailto:a@lore.test', undefined],
])('%s opens in the app as %s', (href, path) => {
  expect(findAppPath(href, origin)).toBe(path)
})
