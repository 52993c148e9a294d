import { expect, test } from 'vitest'
import { sectionName } from './section-link.tsx'

test.each([
  ['#section-what-s-new', 'whatsnew'],
  ['#whats-new', 'whatsnew'],
  ['section-what-s-new', 'whatsnew'],
  ['#What%E2%80%99s_new', 'whatsnew'],
  ['#öffnungszeiten-2', 'öffnungszeiten2'],
  ['#100%', '100'],
  ['#', ''],
])('%s names the section %s', (fragment, name) => {
  expect(sectionName(fragment)).toBe(name)
})
