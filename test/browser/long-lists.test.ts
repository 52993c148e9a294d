import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BrowserApp,
  browserUnavailableReason,
  type OpenedPage,
  startBrowserApp,
  warnIfSkipped,
} from './browser-app.ts'
import { seedItems, seedNotes } from './seed-lists.ts'

warnIfSkipped('that long lists put only what is in view on the page')

/** How long each press takes is measured by `npm run bench -- app`; here is what keeps it short. */
describe.skipIf(browserUnavailableReason)('long lists', () => {
  let app: BrowserApp
  let opened: OpenedPage
  let page: Page

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    const ada = await app.person('acme', 'ada', { role: 'admin' })
    await seedNotes(app, 'acme', { notes: 5000, sections: 5 })
    await app.dataSource('acme', 'tickets')
    await seedItems(app, 'tickets', 3000)
    opened = await app.openPage({ organizationId: 'acme', person: ada })
    page = opened.page
  })
  afterAll(async () => {
    await app.closeAll()
  })

  test('of 5,000 notes few rows are on the page, and the arrow keys reach the last', async () => {
    await page.goto('/notes')
    const tree = page.getByRole('tree', { name: 'Notes' })
    await tree.getByRole('treeitem', { name: 'Section 5', exact: true }).waitFor()
    await tree.focus()
    // From the last section to the first, so that those above keep their places.
    for (let section = 5; section >= 1; section -= 1) {
      await page.keyboard.press('Home')
      for (let below = 1; below < section; below += 1) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      const first = `Page ${(section - 1) * 999 + 1}`
      await tree.getByRole('treeitem', { name: first, exact: true }).waitFor()
    }
    await page.keyboard.press('End')
    const last = tree.getByRole('treeitem', { name: 'Page 4995', exact: true })
    await last.waitFor()
    await expect.poll(() => tree.getByRole('treeitem').count()).toBeLessThan(90)
    expect(await page.evaluate('document.getElementsByTagName("*").length')).toBeLessThan(1000)
    await expect.poll(() => tree.getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Page 4995' }).waitFor()
    expect(opened.problems).toEqual([])
  })

  test('of 3,000 items one page is shown, and the keyboard reaches the last one', async () => {
    await page.goto('/data-sources/tickets')
    const items = page.locator('main li')
    await items.getByText('Item 3000', { exact: true }).waitFor()
    await expect.poll(() => items.count()).toBe(25)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('spinbutton', { name: 'Page' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('120')
    await page.keyboard.press('Enter')
    await items.getByText('Item 1', { exact: true }).waitFor()
    const next = pages.getByRole('button', { name: 'Next' })
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true')
    // Pressing it at the end keeps the focus and leads nowhere.
    await next.focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Next')
    await expect.poll(() => items.getByText('Item 1', { exact: true }).count()).toBe(1)
  })
})
