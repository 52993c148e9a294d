import { expect, test } from 'vitest'
import { expectLinearTime } from '../../../test/support/growth.ts'
import { type LinkRewriter, resolveNamedLink, resolvePathLink, rewriteLinks } from './rewrite-links.ts'

const files = new Set(['index.md', 'people/leave.md', 'people', 'a b.md', 'money/travel (old).md'])
const has = (path: string) => files.has(path)
const names = new Map([
  ['leave', 'people/leave.md'],
  ['a b', 'a b.md'],
])
const turn: LinkRewriter = (destination, kind) => {
  const found =
    kind === 'name' ? resolveNamedLink(destination, names) : resolvePathLink('people/hours.md', destination, has)
  return found && `/notes/${encodeURIComponent(found.path)}${found.fragment}`
}
const turned = (text: string) => rewriteLinks(text, 'markdown', turn)

test.each([
  ['a file beside', 'leave.md', 'people/leave.md'],
  ['a file above', '../index.md', 'index.md'],
  ['a file without its ending', './leave', 'people/leave.md'],
  ['the page that a site makes of it', 'leave.html', 'people/leave.md'],
  ['a folder', '../people/', 'people'],
  ['an address from the top', '/people/leave.md', 'people/leave.md'],
  ['an address below a path of the site', '/handbook/people/leave', 'people/leave.md'],
  ['an encoded name', '../a%20b.md', 'a b.md'],
])('a link finds %s', (_what, destination, path) => {
  expect(resolvePathLink('people/hours.md', destination, has)).toEqual({ path, fragment: '' })
})

test.each([
  ['another site', 'https://example.com/leave.md'],
  ['an address without scheme', '//example.com/leave.md'],
  ['a place on the same page', '#hours'],
  ['mail', 'mailto:ada@acme.test'],
  ['something outside of the folder', '../../people/leave.md'],
  ['a file that is not imported', 'picture.png'],
  ['a broken encoding', '%E0%A4%A'],
])('a link to %s stays as it is', (_what, destination) => {
  expect(resolvePathLink('people/hours.md', destination, has)).toBeUndefined()
})

test('links are rewritten, with their fragments and titles', () => {
  expect(turned('See [leave](leave.md#sick "Leave") and [home](<../index.md>).')).toBe(
    'See [leave](/notes/people%2Fleave.md#sick "Leave") and [home](/notes/index.md).',
  )
})

test('parentheses belong to a destination', () => {
  expect(turned('[old](../money/travel%20(old).md)!')).toBe('[old](/notes/money%2Ftravel%20(old).md)!')
})

test('reference definitions and HTML anchors are rewritten', () => {
  expect(turned('[1]: leave.md\n\n<a class="x" href=\'leave.md\'>leave</a>')).toBe(
    '[1]: /notes/people%2Fleave.md\n\n<a class="x" href="/notes/people%2Fleave.md">leave</a>',
  )
})

test('code is unchanged, text after it is rewritten', () => {
  const fenced = '```\n[leave](leave.md)\n```\n'
  const span = 'write `[leave](leave.md)` for '
  expect(turned(`${fenced}${span}[leave](leave.md)`)).toBe(`${fenced}${span}[leave](/notes/people%2Fleave.md)`)
})

test('a lone backtick does not hide the links of later paragraphs', () => {
  expect(turned('a ` tick\n\n[leave](leave.md) and ` another')).toContain('/notes/people%2Fleave.md')
})

test.each(['`', '[a](', '`a', '`` a ` ', '[a', '[[a', '[[a#', '<a href ', '<a ', '[a]: '])(
  'a row of %j stays as it is, in linear time',
  (piece) => {
    const text = `x ${piece.repeat(20)}`
    expect(turned(text)).toBe(text)
    expectLinearTime((row) => turned(`x ${row}`), piece)
  },
)

test('links in code of a list item stay as they are', () => {
  const item = '- Write:\n\n      ```\n  [leave](leave.md)\n\n  ```\n'
  expect(turned(item)).toBe(item)
})

test.each([
  ['[[Leave]]', '[Leave](/notes/people%2Fleave.md)'],
  ['[[A b.md|all of it]]', '[all of it](/notes/a%20b.md)'],
  ['[[leave#How long|leave]]', '[leave](/notes/people%2Fleave.md#How%20long)'],
  ['[[Nowhere]]', '[[Nowhere]]'],
  ['![[leave]]', '![[leave]]'],
  ['`[[Leave]]`', '`[[Leave]]`'],
  ['[[Leave|a [b]]]', '[[Leave|a [b]]]'],
])('a link by name, %s, becomes %s', (text, expected) => {
  expect(turned(text)).toBe(expected)
})
