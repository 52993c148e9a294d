import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, type Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver } from './input-driver.ts'
import { takeScreenshot } from './take-screenshot.ts'

warnIfSkipped('copies of a source and the nearest notes, in the app')

const text =
  'The harbour ferry leaves every hour from the north pier, and every second hour on Sundays. Tickets are sold on board.'
const unanswered = 'What does the harbour ferry ticket to Lisbon cost for children?'

describe.skipIf(browserUnavailableReason)('copies of a source and the nearest notes', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('harbour')
    ada = await app.person('harbour', 'Ada', { role: 'admin' })
    await app.note('harbour', { id: 'travel', title: 'Travel', content: 'Everything about travel.' })
    await app.dataSource('harbour', 'tickets')
    for (let number = 1; number <= 45; number++)
      await app.note('harbour', {
        id: `ferry-${number}`,
        parent: 'travel',
        title: `Harbour ferry (${number})`,
        content: text,
        updatedAt: new Date(Date.UTC(2026, 0, number)),
      })
    const item = contentFixture({ id: 'F-1', title: 'Ferry times', content: text, updatedAt: '2025-01-01T00:00:00Z' })
    expect((await app.call(ada.key, 'POST', '/v1/ask/index', item)).status).toBe(200)
  })
  afterAll(() => app.closeAll())

  async function ask(page: Page, question: string) {
    await page.goto('/')
    await page.getByLabel('Ask a question').fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'How this was found' }).waitFor()
  }

  const views = [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const

  test.each(views)('they are shown and accessible, $colorScheme, $width px', async ({ colorScheme, width }) => {
    const signedIn = { organizationId: 'harbour', person: ada }
    const { page, context, problems } = await app.openPage(signedIn, { colorScheme, width, height: 900 })

    await ask(page, 'When does the harbour ferry leave?')
    const sources = page.getByRole('region', { name: 'Sources' })
    await expect.poll(() => sources.textContent()).toContain('Harbour ferry (45)')
    const more = sources.getByText('and 45 more')
    await keyboardDriver(page).press(more)
    const links = sources.getByRole('link')
    await expect.poll(() => links.count()).toBe(45)
    await expect.poll(() => links.first().isVisible()).toBe(true)
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, `copies-${colorScheme}-${width}`)

    await ask(page, unanswered)
    const nearest = page.getByRole('region', { name: 'Nearest notes' })
    await expect.poll(() => nearest.getByRole('link').allTextContents()).toEqual(['Harbour ferry (45)'])
    await expect.poll(() => nearest.textContent()).toContain('Tickets are sold on board.')
    await expect.poll(() => page.getByRole('region', { name: 'Sources' }).count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, `nearest-${colorScheme}-${width}`)
    await nearest.getByRole('link').click()
    await page.waitForURL('**/notes/ferry-45')

    expect(problems).toEqual([])
    await context.close()
  })

  test('the history shows both again', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'harbour', person: ada })
    await page.goto('/')
    const open = async (question: string) => {
      await page.getByRole('button', { name: 'History' }).click()
      await page.getByRole('dialog').getByText(question).first().click()
    }
    await open(unanswered)
    await page.getByRole('region', { name: 'Nearest notes' }).getByRole('link').waitFor()
    await open('When does the harbour ferry leave?')
    await page.getByText('and 45 more').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})
