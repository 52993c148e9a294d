import { describe, expect, it } from 'vitest'
import { parseRobotsTxt } from './robots-txt.ts'

describe('robots.txt', () => {
  it.each([
    ['Disallow: /a', '/a/b', false],
    ['Disallow: /a', '/b', true],
    ['Disallow:', '/a', true],
    ['Disallow: /', '/a', false],
    ['Disallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['Disallow: /x\nAllow: /x', '/x', true],
    ['Disallow: /*.pdf$', '/a/b.pdf', false],
    ['Disallow: /*.pdf$', '/a/b.pdf?x', true],
    ['Disallow: /*/private/*', '/a/private/b', false],
    ['Disallow: /a$', '/a', false],
    ['Disallow: /a$', '/ab', true],
    ['Disallow: *?print', '/a?print=1', false],
  ])('%j gives %s: %s', (rules, path, isAllowed) => {
    expect(parseRobotsTxt(`User-agent: *\n${rules}`, 'lorewell').isAllowed(path)).toBe(isAllowed)
  })

  it('prefers the group that names the agent, over several lines and groups', () => {
    const rules = parseRobotsTxt(
      'User-agent: *\nDisallow: /\n\nUser-Agent: Other\nUser-agent: LoreWell # us\nDisallow: /x\nCrawl-delay: 2\nSitemap: https://a.test/s.xml',
      'lorewell',
    )
    expect([rules.isAllowed('/y'), rules.isAllowed('/x')]).toEqual([true, false])
    expect(rules).toMatchObject({ crawlDelayMs: 2000, sitemaps: ['https://a.test/s.xml'] })
  })

  it('permits everything if it is something else', () => {
    expect(parseRobotsTxt('<!doctype html><title>404</title>', 'lorewell').isAllowed('/')).toBe(true)
  })

  it('reads lines with many blanks, comments and odd line ends', () => {
    const blanks = ' '.repeat(200_000)
    const rules = parseRobotsTxt(
      `User-agent : *\nDisallow: /a${blanks}# b\nx:${blanks}#\u2028\nAllow:/a/b #c`,
      'lorewell',
    )
    expect(['/a', '/a/b', '/c'].map((path) => rules.isAllowed(path))).toEqual([false, true, true])
  })

  it('answers patterns with many wildcards', () => {
    const rules = parseRobotsTxt(`User-agent: *\nDisallow: /${'*a'.repeat(200)}*b`, 'lorewell')
    expect(rules.isAllowed(`/${'a'.repeat(2000)}`)).toBe(true)
  })
})
