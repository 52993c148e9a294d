import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import {
  type BrowserApp,
  browserUnavailableReason,
  plainHttpHost,
  startBrowserApp,
  warnIfSkipped,
} from './browser-app.ts'

warnIfSkipped('the app on an address of the local network without HTTPS')

describe.skipIf(browserUnavailableReason)('on an address without HTTPS', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp({}, { host: plainHttpHost })
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { id: 'gate', title: 'Gates', content: 'The blue harbour gate opens at seven.' })
  })
  afterAll(async () => {
    await app.closeAll()
  })

  test('people ask, copy the answer and write notes', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/')
    expect(await page.evaluate('isSecureContext')).toBe(false)
    const box = page.getByLabel('Ask a question')
    await box.fill('When does the blue harbour gate open?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    await page.waitForURL(/\/ask\/[\da-f-]{36}$/)

    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Copy')
    await box.focus()
    await page.keyboard.press('ControlOrMeta+v')
    expect(await box.inputValue()).toContain('opens at seven')

    await page.goto('/notes/gate')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Content' }).press('Control+End')
    await page.keyboard.type(' It closes at nine.')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await app.call(ada.key, 'GET', '/v1/notes/gate')).body.content).toContain('It closes at nine.')
    expect(problems).toEqual([])
    await context.close()
  })
})
