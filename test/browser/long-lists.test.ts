import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
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
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await seedNotes(app, 'acme', { notes: 5000, sections: 5 })
    const numbers = Array.from({ length: 60 }, (_, index) => String(index + 1).padStart(2, '0'))
    for (const number of numbers) {
      await app.app.teams.create({ organizationId: 'acme', name: `Team ${number}` })
      await app.dataSource('acme', `source ${number}`)
      await app.assistant('acme', `guide ${number}`)
      await app.call(ada.key, 'POST', '/v1/api-keys', { name: `key ${number}` })
      await app.call(ada.key, 'POST', '/v1/oauth-clients', {
        name: `client ${number}`,
        redirectUris: ['https://client.test/back'],
      })
    }
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
    const last = tree.getByRole('treeitem', { name: 'Page 4995', exact: true })
    // The pages below a section are loaded in parts.
    const pressEnd = async () => {
      await page.keyboard.press('End')
      return last.count()
    }
    await expect.poll(pressEnd, { timeout: 60_000 }).toBe(1)
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

  test('of 60 groups the last one is found, edited and chosen for an invitation', async () => {
    const main = page.getByRole('main')
    await page.goto('/settings/groups')
    await main.getByRole('button', { name: 'Edit Team 01' }).waitFor()
    expect(await main.getByRole('button', { name: /^Edit Team/ }).count()).toBe(60)
    await main.getByRole('searchbox', { name: 'Find a group' }).fill('60')
    await main.getByRole('button', { name: 'Edit Team 01' }).waitFor({ state: 'detached' })
    await main.getByRole('button', { name: 'Edit Team 60' }).click()
    await page.getByRole('dialog', { name: 'Edit Team 60' }).getByRole('button', { name: 'Cancel' }).click()
    await main.getByRole('searchbox').fill('nothing')
    await main.getByText('Nothing matches.').waitFor()

    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox', { name: 'Find a group' }).fill('60')
    await dialog.getByLabel('Team 60').check()
    // Enter in a field that searches must not send the form.
    await dialog.getByLabel('Email', { exact: true }).fill('grace@mail.test')
    await dialog.getByRole('searchbox').press('Enter')
    await dialog.getByRole('searchbox').fill('')
    await dialog.getByLabel('Team 01').waitFor()
    const { body } = await app.call(ada.key, 'GET', '/v1/invitations')
    expect(body.invitations).toEqual([])
    expect(await dialog.getByLabel('Team 60').isChecked()).toBe(true)
    // What is typed would hold the page.
    await dialog.getByLabel('Email', { exact: true }).fill('')
    await dialog.getByLabel('Team 60').uncheck()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(opened.problems).toEqual([])
  })

  test.each([
    { path: '/assistants', label: 'Find an assistant', first: 'guide 01', last: 'guide 60' },
    { path: '/data-sources', label: 'Find a data source', first: 'source 01', last: 'source 60' },
    { path: '/settings/keys', label: 'Find a key', first: 'key 01', last: 'key 60' },
    { path: '/settings/clients', label: 'Find a client', first: 'client 01', last: 'client 60' },
  ])('$path with 60 entries finds one by its name', async ({ path, label, first, last }) => {
    await page.goto(path)
    const main = page.getByRole('main')
    await main.getByText(first, { exact: true }).waitFor()
    await main.getByRole('searchbox', { name: label }).fill('60')
    await main.getByText(first, { exact: true }).waitFor({ state: 'detached' })
    await main.getByText(last, { exact: true }).waitFor()
    expect(opened.problems).toEqual([])
  })

  test('where a question is asked is found among 60 assistants and data sources', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: /Search in/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Search in' })
    await dialog.getByRole('searchbox', { name: 'Find an assistant' }).fill('60')
    await dialog.getByRole('searchbox', { name: 'Find a data source' }).fill('nothing')
    await dialog.getByText('Nothing matches.').waitFor()
    await dialog.getByRole('button', { name: 'guide 01' }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'guide 60' }).click()
    await page.getByRole('button', { name: /Search in.*guide 60/ }).waitFor()
    expect(opened.problems).toEqual([])
  })
})
