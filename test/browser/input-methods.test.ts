import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('keys that belong to an input method')

/** How browsers report a key of an input method; Safari ends the composition before it reports the Enter that confirms it. */
const reports = [
  { browser: 'Chrome and Firefox', isComposing: true, keyCode: 0 },
  { browser: 'Safari', isComposing: false, keyCode: 229 },
]

/** Presses a key as an input method does, and tells whether the browser goes on with it. */
function pressComposing(
  field: Locator,
  key: string,
  report: { isComposing: boolean; keyCode: number },
): Promise<boolean> {
  const press = new Function(
    'target',
    'init',
    "return target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))",
  ) as (target: unknown, init: object) => boolean
  return field.evaluate(press, { key, ...report })
}

describe.skipIf(browserUnavailableReason)('with an input method', () => {
  let app: BrowserApp
  let ada: Person
  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('harbour')
    ada = await app.person('harbour', 'Ada', { role: 'admin', groups: ['Crew'] })
    await app.note('harbour', { id: 'gate', title: '港の門', content: '青い門は七時に開きます。' })
  })
  afterAll(() => app.closeAll())
  const openAs = (person: Person) => app.openPage({ organizationId: 'harbour', person })

  test.each(reports)('Enter confirms a word and asks nothing: $browser', async (report) => {
    const { page, context, problems } = await openAs(ada)
    await page.goto('/')
    const box = page.getByLabel('Ask a question')
    await box.fill('門は')
    expect(await pressComposing(box, 'Enter', report)).toBe(true)
    expect(await box.inputValue()).toBe('門は')
    expect(new URL(page.url()).pathname).toBe('/')
    expect(problems).toEqual([])
    await context.close()
  })

  test.each(reports)('arrows choose a candidate, not a result: $browser', async (report) => {
    const { page, context, problems } = await openAs(ada)
    await page.goto('/search?q=門')
    const field = page.getByRole('main').getByRole('searchbox')
    await page.getByRole('link', { name: '港の門' }).waitFor()
    await field.focus()
    expect(await pressComposing(field, 'ArrowDown', report)).toBe(true)
    expect(await field.evaluate(isFocused)).toBe(true)

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog').getByRole('combobox')
    await palette.fill('門')
    for (const key of ['ArrowDown', 'Enter']) expect(await pressComposing(palette, key, report)).toBe(true)
    expect(await palette.isVisible()).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })

  test.each(reports)('no key takes a person or a group: $browser', async (report) => {
    const { page, context, problems } = await openAs(ada)
    await page.goto('/notes/gate')
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Only these people and groups').first().click()
    const field = dialog.locator('input[role=combobox]').first()
    await field.fill('Crew')
    await dialog.getByRole('option', { name: /Crew/ }).waitFor()
    for (const key of ['ArrowDown', 'Enter', 'Escape']) await pressComposing(field, key, report)
    expect(await field.inputValue()).toBe('Crew')
    await dialog.getByRole('option', { name: /Crew/ }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})

const isFocused = new Function('target', 'return document.activeElement === target') as (target: unknown) => boolean
