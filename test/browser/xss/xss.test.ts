import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserUnavailableReason, warnIfSkipped } from '../browser-app.ts'
import { builtInPayloads } from './payloads.ts'
import { type SeededApp, seedPayloads } from './seed-payloads.ts'
import { openMonitoredPage, type VisitResult, visitScreens } from './visit-screens.ts'

warnIfSkipped('that no text of a note, an item, a name or a question ever runs as code')

// `npm run xss -- PATH` does the same with the strings of a list.
describe.skipIf(browserUnavailableReason)('hostile text', () => {
  let filled: SeededApp
  let walk: VisitResult

  beforeAll(async () => {
    filled = await seedPayloads(builtInPayloads)
    walk = await visitScreens(filled, builtInPayloads)
  })
  afterAll(async () => {
    await filled.app.closeAll()
  })

  test('is only text on every screen and every page', () => {
    expect(walk.problems).toEqual([])
  })

  test('was really shown on each of them', () => {
    const count = builtInPayloads.length
    expect(Object.fromEntries(walk.shownCounts)).toMatchObject({
      'read, edited, previewed and compared in notes': count,
      'imported as a file and shown in the tree': count,
      'asked, with the answer and its source': count,
      'as an item and its address': count,
      // Those that were put there, and those that were asked.
      'in the history': 2 * count,
      // The admin is one, too.
      'as the name of a member': count + 1,
      'on pages that the server writes': count,
    })
  })

  test('is not taken as an address where it would run code', () => {
    const running = builtInPayloads.filter((text) => /^javascript:/.test(text))
    expect(running.length).toBeGreaterThan(0)
    expect(filled.acceptedUrlCount).toBe(builtInPayloads.length - running.length)
  })

  test('would be noticed if it were more', async () => {
    const { page, problems, context } = await openMonitoredPage(filled)
    await page.goto('/')
    await page.getByLabel('Ask a question').waitFor()
    expect(await page.evaluate('xssMonitor.found()')).toEqual([])
    await page.evaluate(`
      const add = (name, attributes) => {
        const element = document.createElement(name)
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
        document.querySelector('main').append(element)
      }
      add('a', { href: ' java\\nscript:alert(1)' })
      add('img', { src: 'https://elsewhere.test/x.png' })
      add('p', { onharm: 'alert(2)' })
      add('form', { action: 'data:text/html,x' })
      window.hit = 1
      alert(3)
      try { document.querySelector('main').innerHTML = '<b>' } catch {}`)
    // The browser tells of what it refused a moment later.
    const told: string[] = []
    await expect
      .poll(async () => {
        told.push(...(await page.evaluate<string[]>('xssMonitor.found()')))
        return told.join('\n')
      })
      .toContain('policy: require-trusted-types-for')
    const all = told.join('\n')
    for (const what of ['script:alert(1)', 'element <img', 'onharm', 'data:text/html', 'global hit', 'alert(3)'])
      expect(all).toContain(what)
    expect(problems.join('\n')).toContain('elsewhere.test')
    await context.close()
  })
})
