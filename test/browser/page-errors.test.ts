import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { installOutages } from './outage.ts'

warnIfSkipped('that an outage or an upgrade leaves a message and a way on, never a white screen')

describe.skipIf(browserUnavailableReason)('a page', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { id: 'gate', title: 'Gates', content: 'The gate opens at seven.' })
  })
  afterAll(async () => {
    await app.closeAll()
  })

  const open = () => app.openPage({ organizationId: 'acme', person: ada })

  test('that is opened while the service is away says so, keeps the navigation, and loads on another try', async () => {
    const { page, context } = await open()
    const setService = await installOutages(context)
    await page.goto('/')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    setService('down')
    for (const name of ['Notes', 'Assistants', 'Settings']) {
      await goTo(page, name)
      await page.getByRole('main').getByRole('alert').getByText('Can’t reach the service.').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('main').getByRole('alert').getByText('Can’t reach the service.').waitFor()
    }
    // A page that is loaded already still opens.
    await goTo(page, 'Ask')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await goTo(page, 'Notes')
    await page.getByRole('main').getByRole('alert').getByText('Can’t reach the service.').waitFor()
    setService('up')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('treeitem', { name: 'Gates' }).waitFor()
    await context.close()
  })

  test('that cannot store a rating or delete a question says so', async () => {
    const { page, context } = await open()
    const setService = await installOutages(context)
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('When does the gate open?')
    await page.keyboard.press('Enter')
    const rating = page.getByRole('button', { name: 'Good answer' })
    await rating.waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    const remove = page.getByRole('dialog').getByRole('button', { name: /^Delete .* from history$/ })
    await remove.waitFor()
    setService('down')
    await remove.click()
    await page.getByRole('dialog').getByRole('alert').getByText('Can’t reach the service.').waitFor({ timeout: 20_000 })
    await page.keyboard.press('Escape')
    await rating.click()
    await page.getByRole('status').getByText('Can’t reach the service.').waitFor({ timeout: 20_000 })
    expect(await rating.getAttribute('aria-pressed')).toBe('false')
    await context.close()
  })

  test('that is open during an upgrade asks to reload, and keeps what was typed', async () => {
    const { page, context } = await open()
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('When does the gate')
    await upgradeService(page)
    await goTo(page, 'Assistants')
    await page.getByRole('main').getByRole('alert').getByText('Lorewell was updated.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('No assistants yet').waitFor()
    await goTo(page, 'Ask')
    await expect.poll(() => page.getByLabel('Ask a question').inputValue()).toBe('When does the gate')
    await context.close()
  })

  test('offers to reload on return to it after an upgrade', async () => {
    const { page, context } = await open()
    await page.clock.install()
    await page.goto('/')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await upgradeService(page)
    await page.clock.fastForward(120_000)
    await page.evaluate("window.dispatchEvent(new Event('focus'))")
    await page.getByRole('status').getByText('Lorewell was updated.').waitFor()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
    await context.close()
  })

  test('that the service can’t answer on first load shows a message with another try', async () => {
    const { page, context } = await open()
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'))
    await page.goto('/notes')
    await page.getByRole('alert').getByText('Can’t reach the service.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('treeitem', { name: 'Gates' }).waitFor()

    await page.route('**/assets/index-*.js', (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.getByRole('alert').getByText('Lorewell couldn’t be loaded.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('treeitem', { name: 'Gates' }).waitFor()
    await context.close()
  })

  test('keeps its content when a refresh in the background fails', async () => {
    const { page, context } = await open()
    await page.clock.install()
    await page.goto('/notes/gate')
    await page.getByText('The gate opens at seven.').waitFor()
    await page.route('**/v1/**', (route) =>
      route.fulfill({ status: 403, json: { id: 'forbidden', message: 'Not now.' } }),
    )
    await page.clock.fastForward(60_000)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await page.getByRole('status').getByText('Couldn’t refresh.').waitFor()
    await expect.poll(() => page.getByText('The gate opens at seven.').count()).toBe(1)
    await expect.poll(() => page.getByRole('treeitem', { name: 'Gates' }).count()).toBe(1)
    await context.close()
  })
})

/** After an upgrade the page names other files, and the files of the old page are gone. */
async function upgradeService(page: Page): Promise<void> {
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404, json: { id: 'not-found', message: 'No.' } }))
  await page.route(/:\d+\/$/, async (route) => {
    const body = await (await route.fetch()).text()
    await route.fulfill({
      contentType: 'text/html',
      body: body.replace(/\/assets\/index-[^"]+\.js/, '/assets/index-new.js'),
    })
  })
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}
