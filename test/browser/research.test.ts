import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LlmPrompt, startLlmServer } from '../support/llm-server.ts'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('reports in the app')

const question = 'Give me an overview of holidays and of parental leave.'
const days = 'Staff receive holidays of thirty days.'
const weeks = 'Parental leave lasts fourteen weeks.'
const sections = [
  { title: 'Holidays', question: 'How many days of holidays do staff receive?' },
  { title: 'Parental leave', question: 'How long does parental leave last?' },
]

function quote({ user }: LlmPrompt, sentence: string): string {
  const number = user.split(/(?=<passage-\S+ number=")/).findIndex((part) => part.includes(sentence)) + 1
  return `${sentence} [${number}]`
}

describe.skipIf(browserUnavailableReason)('a report', () => {
  let llm: Awaited<ReturnType<typeof startLlmServer>>
  let app: BrowserApp
  let ada: Person
  let isStalling = true

  beforeAll(async () => {
    llm = await startLlmServer(
      (prompt) =>
        prompt.system.includes('“Parental leave”')
          ? { text: quote(prompt, weeks), end: isStalling ? 'stall' : 'stop' }
          : { text: quote(prompt, days) },
      (_, tool) => (tool === 'plan_report' ? [{ sections }] : []),
    )
    app = await startBrowserApp({ llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } })
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { id: 'holidays', title: 'Holidays', content: days })
    await app.note('acme', { id: 'parental', title: 'Parental leave', content: weeks })
  })
  afterAll(async () => {
    await app?.closeAll()
    await llm?.close()
  })
  beforeEach(() => {
    isStalling = true
  })

  async function startReport(options: { width: number; colorScheme: 'light' | 'dark' }) {
    const opened = await app.openPage({ organizationId: 'acme', person: ada }, options)
    const { page } = opened
    await page.goto('/')
    const toggle = page.getByRole('button', { name: 'Research' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true')
    await page.getByLabel('Ask a question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Plan' }).getByText('Writing…').waitFor()
    return opened
  }

  test.each([
    { width: 1440, colorScheme: 'light' as const },
    { width: 390, colorScheme: 'dark' as const },
  ])('shows its plan and progress, then its sections, at $width px in $colorScheme', async (options) => {
    const { page, problems } = await startReport(options)
    const plan = page.getByRole('list', { name: 'Plan' })
    await expect
      .poll(() => plan.getByRole('listitem').allTextContents())
      .toEqual(['1.HolidaysDone', '2.Parental leaveWriting…'])
    await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Section 2 of 2: Parental leave')
    const [toggle, stop] = await Promise.all(
      ['Research', 'Stop'].map((name) => page.getByRole('button', { name }).boundingBox()),
    )
    expect((toggle?.x ?? 0) + (toggle?.width ?? 0)).toBeLessThanOrEqual(stop?.x ?? 0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(options.width)
    expect(await findAxeViolations(page)).toEqual([])
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/research-live-${options.width}.png` })
    llm.resume('')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    await expect.poll(() => plan.count()).toBe(0)
    await expect.poll(() => page.locator('article .prose h3').allTextContents()).toEqual(['Holidays', 'Parental leave'])
    expect(await findAxeViolations(page)).toEqual([])
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/research-done-${options.width}.png` })
    expect(problems).toEqual([])
  })

  test('is left at once by Stop', async () => {
    const { page } = await startReport({ width: 1440, colorScheme: 'dark' })
    const left = llm.clientsLeft()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    await expect.poll(() => llm.clientsLeft()).toBe(left + 1)
  })
})

describe.skipIf(browserUnavailableReason)('without a language model', () => {
  test('there is no Research', async () => {
    const app = await startBrowserApp()
    await app.organization('acme')
    const ada = await app.person('acme', 'ada')
    const { page } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/')
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Research' }).count()).toBe(0)
    await app.closeAll()
  })
})
