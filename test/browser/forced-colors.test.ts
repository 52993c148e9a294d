import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('what is selected, badges and switches in Windows contrast themes')

describe.skipIf(browserUnavailableReason)('in the forced colours of a contrast theme', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Core'] })
    await app.note('acme', { id: 'gate', title: 'Gate', content: 'The gate opens at seven.' })
  })
  afterAll(async () => {
    await app.closeAll()
  })

  const open = async (path: string) => {
    const opened = await app.openPage({ organizationId: 'acme', person: ada })
    await opened.page.emulateMedia({ forcedColors: 'active' })
    await opened.page.goto(path)
    return opened
  }

  test('what is selected is filled, and its text stands out', async () => {
    const { page, context } = await open('/notes/gate')
    for (const selected of [
      page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]'),
      page.locator('[role="treeitem"][aria-selected="true"]'),
    ])
      await expectFill(selected.first())
    await page.keyboard.press('Control+k')
    await expectFill(page.getByRole('option', { selected: true }))
    await page.keyboard.press('Escape')
    await page.goto('/insights')
    await expectFill(page.locator('[aria-pressed="true"]'))
    await context.close()
  })

  test('buttons, fields and chips have an edge, and the main button is filled', async () => {
    const { page, context } = await open('/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).waitFor()
    for (const control of await page.locator('main :is(.button, .input, .chip)').all()) {
      const { edge } = await look(control)
      expect(edge).toBeDefined()
      expect(edge).not.toBe((await look(page.locator('body'))).background)
    }
    await expectFill(page.getByRole('button', { name: 'Invite member' }))
    await context.close()
  })

  test('a switch shows its thumb and its state', async () => {
    const { page, context } = await open('/settings/organization')
    const control = page.getByRole('switch')
    const backgroundOf = async (target: Locator) => (await look(target)).background
    const expectThumb = async () =>
      expect(await backgroundOf(control.locator('span'))).not.toBe(await backgroundOf(control))
    await control.waitFor()
    expect(await backgroundOf(control)).not.toBe(await backgroundOf(page.locator('body')))
    await expectThumb()
    await control.click()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('switch', { checked: false }).waitFor()
    await expect.poll(() => backgroundOf(control)).toBe(await backgroundOf(page.locator('body')))
    await expectThumb()
    await context.close()
  })

  async function expectFill(target: Locator) {
    await target.waitFor()
    const { background, ink, adjustment } = await look(target)
    expect(background).not.toBe((await look(target.page().locator('body'))).background)
    expect(ink).not.toBe(background)
    // Otherwise the browser draws the background of the page behind the text.
    expect(adjustment).toBe('none')
  }
})

interface Look {
  background: string
  ink: string
  edge: string | undefined
  adjustment: string
}

async function look(target: Locator): Promise<Look> {
  return target.evaluate((element) => {
    const style = element.ownerDocument.defaultView.getComputedStyle(element)
    const hasEdge = style.borderTopStyle !== 'none' && style.borderTopWidth !== '0px'
    return {
      background: style.backgroundColor,
      ink: style.color,
      edge: hasEdge ? style.borderTopColor : undefined,
      adjustment: style.forcedColorAdjust,
    }
  })
}
