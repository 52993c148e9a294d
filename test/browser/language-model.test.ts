import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeLlm } from '../support/fake-llm.ts'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver } from './input-driver.ts'

warnIfSkipped('setting up the language model in the app')

const key = 'sk-live-5T9qXv7LrWz0'
const question = 'When does the quokka lighthouse shine?'

describe.skipIf(browserUnavailableReason)('the language model in the settings', () => {
  let llm: Awaited<ReturnType<typeof startFakeLlm>>
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    llm = await startFakeLlm()
    app = await startBrowserApp({ llmAllow: [new URL(llm.baseUrl).host] })
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { title: 'Quokka lighthouse', content: 'The quokka lighthouse shines at six.' })
  })
  afterAll(async () => {
    await app.closeAll()
    await llm.close()
  })

  const ask = async (page: Page) => {
    await page.getByLabel('Ask a question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer', exact: true }).waitFor()
  }

  test.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const)('is tested, set and removed by keyboard: $colorScheme, $width px', async (options) => {
    llm.keys.length = 0
    const { page, problems } = await app.openPage({ organizationId: 'acme', person: ada }, options)
    const { press, enterText } = keyboardDriver(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await page.goto('/')
    await page.getByText('Answers are quoted from your notes.', { exact: true }).waitFor()
    await page.goto('/settings/language-model')
    await enterText(field('Base URL'), 'http://127.0.0.1:9/v1')
    await enterText(field('Model'), 'writer-1')
    await enterText(field('API key'), key)
    await press(button('Test'))
    await page.getByText(/adds 127\.0\.0\.1:9 to LLM_ALLOW/).waitFor()
    await enterText(field('Base URL'), llm.baseUrl)
    await enterText(field('Input price'), '0.5')
    await enterText(field('Output price'), '2')
    await enterText(field('Test question'), question)
    llm.setBehavior('rejects-the-key')
    await press(button('Test'))
    await page.getByText('The server rejected the API key.').waitFor()
    llm.setBehavior('honest')
    await press(button('Test'))
    const result = page.getByRole('status', { name: 'Test result' })
    await result.getByText('The quokka lighthouse shines at six.').waitFor()
    await result.getByText('US$0.0012').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect((await app.call(ada.key, 'GET', '/v1/service/language-model')).body.origin).toBe('none')

    await press(button('Save'))
    await page.getByText('Answers are written by writer-1, checked against your notes.').waitFor()
    await expect.poll(() => field('API key').inputValue()).toBe('')
    expect(await page.content()).not.toContain(key)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

    await page.goto('/')
    await page.getByText('Answers are written by writer-1, checked against your notes.').waitFor()
    await ask(page)
    await page.locator('article').getByText('Written by writer-1, checked against your notes').waitFor()
    // The model stays set up, but this answer is not its own.
    llm.setBehavior('fails')
    await ask(page)
    await page.locator('article').last().getByText('Quoted from your notes', { exact: true }).waitFor()
    llm.setBehavior('honest')

    await page.goto('/settings/language-model')
    await press(button('Remove'))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }))
    await page.getByText('Answers are quoted from your notes.', { exact: true }).waitFor()
    await expect.poll(() => field('Model').inputValue()).toBe('')
    await page.goto('/')
    await page.getByText('Answers are quoted from your notes.', { exact: true }).waitFor()
    expect(new Set(llm.keys)).toEqual(new Set([key]))
    expect(problems).toEqual([])
  })
})

describe.skipIf(browserUnavailableReason)('with a language model in the environment', () => {
  test('the settings are read-only, name the variables, and can be tested', async () => {
    const llm = await startFakeLlm()
    const app = await startBrowserApp({ llm: { baseUrl: llm.baseUrl, model: 'from-env', apiKey: '' } })
    await app.organization('acme', { name: 'Acme' })
    const ada = await app.person('acme', 'ada', { role: 'admin' })
    const { page, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/settings/language-model')
    await page.getByText(/^Set by LLM_BASE_URL and LLM_MODEL on the server/).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('textbox').count()).toBe(0)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('The model answered.').waitFor()
    expect(problems).toEqual([])
    await app.closeAll()
    await llm.close()
  })
})
