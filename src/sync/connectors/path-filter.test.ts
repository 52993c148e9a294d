import { describe, expect, it } from 'vitest'
import { createPathFilter } from './path-filter.ts'

describe('a path filter', () => {
  it.each([
    ['README.md', true],
    ['deep/er/Guide.PDF', true],
    ['invitation.ics', true],
    ['saved page.mhtml', true],
    ['src/main.ts', false],
    ['logo.png', false],
  ])('reads documents and leaves out %s: %s', (path, isRead) => {
    expect(createPathFilter({})(path)).toBe(isRead)
  })

  it('stays within its folder, and not in one whose name begins the same', () => {
    const filter = createPathFilter({ folder: 'docs/' })
    expect(['docs/a.md', 'docs/b/c.md', 'docs-old/a.md', 'a.md', 'docs'].map(filter)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it.each([
    ['*.md', 'a/b.md', true],
    ['/*.md', 'a/b.md', false],
    ['guides/*.md', 'guides/a.md', true],
    ['guides/*.md', 'guides/a/b.md', false],
    ['guides/**/*.md', 'guides/b.md', true],
    ['guides/**/*.md', 'guides/a/b/c.md', true],
    ['guides/**', 'guides/a/b.bin', true],
    ['a?c.{txt,md}', 'abc.txt', true],
    ['a?c.{txt,md}', 'ac.md', false],
    ['a.b', 'aXb', false],
    ['[a].md', '[a].md', true],
  ])('reads the pattern %s for %s: %s', (files, path, isRead) => {
    expect(createPathFilter({ files })(path)).toBe(isRead)
  })

  it('leaves out what a line with ! names', () => {
    const filter = createPathFilter({ files: '*.md\n!drafts/**\n!CHANGELOG.md' })
    expect(['a.md', 'drafts/a.md', 'x/CHANGELOG.md'].map(filter)).toEqual([true, false, false])
  })

  it('answers patterns that would make an expression backtrack', () => {
    expect(createPathFilter({ files: `${'*a'.repeat(30)}*b` })(`${'a'.repeat(1000)}`)).toBe(false)
    expect(createPathFilter({ files: '{a,b}'.repeat(100) })('a')).toBe(false)
  })
})
