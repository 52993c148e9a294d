import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BrowserApp,
  browserUnavailableReason,
  type OpenedPage,
  startBrowserApp,
  warnIfSkipped,
} from './browser-app.ts'
import { findOverflows } from './find-overflows.ts'
import { takeScreenshot } from './take-screenshot.ts'

warnIfSkipped('that text twice as large fits on a phone')

const screens = ['/', '/notes', '/notes/gate', '/search?q=gate', '/data-sources', '/connect', '/assistants', '/inbox']
  .concat(['/insights', '/trash', '/archive', '/settings/organization', '/settings/members', '/settings/groups'])
  .concat(['/settings/language-model', '/settings/models', '/settings/audit', '/settings/keys', '/settings/account'])

/** People set the size of text in their browser or system. */
const doubleText = `document.documentElement.style.fontSize = '200%'`

describe.skipIf(browserUnavailableReason)('text twice as large', () => {
  let app: BrowserApp
  let opened: OpenedPage

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    const ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Crew'] })
    const content = '## Times\n\n| Gate | Opens | Closes |\n|---|---|---|\n| Blue | seven | nine |\n'
    await app.note('acme', { id: 'gate', title: 'The gates of the harbour', content })
    await app.assistant('acme', 'helper', {})
    await app.call(ada.key, 'POST', '/v1/ask', { question: 'When does the blue gate open?' })
    opened = await app.openPage({ organizationId: 'acme', person: ada }, { width: 390, height: 844 })
  })
  afterAll(() => app.closeAll())

  test.each(screens)('%s fits on a phone', async (path) => {
    const { page } = opened
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(doubleText)
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).fontSize')).toBe('30px')
    await takeScreenshot(page, `large-text${path.replaceAll(/\W+/g, '-')}`)
    await expect.poll(() => findOverflows(page)).toEqual([])
  })

  test('the sign-in page is larger, too', async () => {
    const { page } = await app.openPage(undefined, { width: 390 })
    await page.goto('/sign-in')
    await page.evaluate(doubleText)
    const sizes = `['body', 'h1', 'label'].map((name) => getComputedStyle(document.querySelector(name)).fontSize)`
    await expect.poll(() => page.evaluate(sizes)).toEqual(['32px', '48px', '28px'])
    expect(await findOverflows(page)).toEqual([])
  })
})
