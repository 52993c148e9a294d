import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStubReader } from '../support/stub-reader.ts'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('tables and lists in answers')

async function ask(page: Page, question: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Ask a question').fill(question)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('button', { name: 'Good answer' }).waitFor()
}

const columns = ['Site', 'Vacation days', 'Public holidays', 'Carry-over days', 'Notice', 'Approver']
const rowOf = (site: string, days: number) => `| ${site} | ${days} | 14 | 5 | two weeks before | the lead of the site |`
const filler = Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1} tells how the office is run.\n`)
const holidays = [
  ...filler,
  '## Days',
  '',
  'Days by site:',
  '',
  `| ${columns.join(' | ')} |`,
  `|${' --- |'.repeat(columns.length)}`,
  rowOf('Kobe', 20),
  rowOf('Leipzig', 27),
].join('\n')

describe.skipIf(browserUnavailableReason)('an answer with a table', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp({}, { reader: createStubReader(/Kobe|Scan/) })
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { id: 'holidays', title: 'Holidays', content: holidays })
    const steps = 'To claim expenses:\n\n1. Scan the receipt.\n2. Upload the scan to the portal.'
    await app.note('acme', { id: 'expenses', title: 'Expenses', content: steps })
  })
  afterAll(() => app.closeAll())

  test.each([
    { width: 1440, colorScheme: 'light' as const },
    { width: 390, colorScheme: 'dark' as const },
  ])('is readable at $width px in $colorScheme', async ({ width, colorScheme }) => {
    const { page, problems } = await app.openPage({ organizationId: 'acme', person: ada }, { width, colorScheme })
    await ask(page, 'Compare the vacation days at all sites')
    const table = page.getByRole('table')
    await expect.poll(() => table.getByRole('columnheader').allTextContents()).toEqual(columns)
    await expect.poll(() => table.getByRole('row').count()).toBe(3)
    await expect.poll(() => table.getByRole('button', { name: 'Source 1: Holidays' }).count()).toBe(2)
    await expect.poll(() => page.locator('article').textContent()).not.toMatch(/\||---/)
    // The table scrolls, never the page.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    const isScrolling = await page.locator('.table-scroll').evaluate((box) => box.scrollWidth > box.clientWidth)
    expect(isScrolling).toBe(width === 390)
    expect(await findAxeViolations(page)).toEqual([])

    await table.getByRole('button', { name: 'Source 1: Holidays' }).first().click()
    const source = page.getByRole(width === 1440 ? 'complementary' : 'dialog', { name: 'Holidays' })
    const marks = source.getByRole('row', { name: /^Kobe/ }).locator('mark')
    await marks.first().waitFor()
    expect((await marks.allTextContents()).slice(0, 2)).toEqual(['Kobe', '20'])
    await expect.poll(() => isInViewport(page, marks.first())).toBe(true)
    expect(problems).toEqual([])
  })

  test('is copied with tabs between its cells, and printed whole', async () => {
    const { page } = await app.openPage({ organizationId: 'acme', person: ada }, { width: 390 })
    await ask(page, 'Compare the vacation days at all sites')
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toContain(
      `${columns.join('\t')}\nKobe\t20\t14\t5\ttwo weeks before\tthe lead of the site [1]\nLeipzig\t27`,
    )
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate("getComputedStyle(document.querySelector('.table-scroll')).overflowX")).toBe('visible')
  })

  test('steps are one list with its lead-in', async () => {
    const { page } = await app.openPage({ organizationId: 'acme', person: ada }, { width: 390 })
    await ask(page, 'How do I claim expenses?')
    await expect.poll(() => page.locator('.prose > p').allTextContents()).toEqual(['To claim expenses: 1'])
    await expect
      .poll(() => page.locator('.prose > ol > li').allTextContents())
      .toEqual(['Scan the receipt. 1', 'Upload the scan to the portal. 1'])
  })
})

async function isInViewport(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}
