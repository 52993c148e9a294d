import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver, mouseDriver } from './input-driver.ts'

warnIfSkipped('what admins do in the settings and in the insights')

const ways = [
  { way: 'mouse, light, 1440 px', driver: mouseDriver, colorScheme: 'light', width: 1440 },
  { way: 'keyboard, dark, 390 px', driver: keyboardDriver, colorScheme: 'dark', width: 390 },
] as const

describe.skipIf(browserUnavailableReason)('an admin', () => {
  let app: BrowserApp
  let ada: Person
  let ben: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin' })
    ben = await app.person('acme', 'ben')
    await app.note('acme', { id: 'gate', title: 'Gates', content: 'The blue harbour gate opens at seven.' })
  })
  afterAll(() => app?.closeAll())

  const open = async (person: Person, { driver, colorScheme, width }: (typeof ways)[number]) => {
    const opened = await app.openPage({ organizationId: 'acme', person }, { colorScheme, width })
    return { ...opened, input: driver(opened.page) }
  }

  describe.each(ways)('with $way', (way) => {
    test('finds Organization first in the settings; others find their account', async () => {
      const admin = await open(ada, way)
      await admin.page.goto('/settings')
      await admin.page.getByRole('region', { name: 'Organization' }).waitFor()
      const adminLinks = await settingsLinks(admin.page)
      expect(adminLinks[0]).toBe('Organization')
      expect(adminLinks).toEqual(expect.arrayContaining(['Members', 'Audit log', 'My account', 'API keys']))
      const member = await open(ben, way)
      await member.page.goto('/settings')
      await member.page.getByRole('region', { name: 'My account' }).waitFor()
      expect(await settingsLinks(member.page)).toEqual(['My account', 'API keys'])
      expect(await member.page.title()).toBe('My account · Settings · Lorewell')
      await member.page.getByRole('link', { name: 'API keys' }).click()
      await expect.poll(() => member.page.title()).toBe('API keys · Settings · Lorewell')
      for (const { page, problems, context } of [admin, member]) {
        expect(await findAxeViolations(page)).toEqual([])
        expect(problems).toEqual([])
        await context.close()
      }
    })

    test('is asked before asking is switched off, and not before it is switched on', async () => {
      const { page, input, problems, context } = await open(ada, way)
      const isEnabled = async () => (await app.call(ada.key, 'GET', '/v1/organization')).body.askEnabled
      const asking = page.getByRole('switch', { name: 'Asking' })
      const dialog = page.getByRole('dialog', { name: 'Switch asking off?' })
      await page.goto('/settings/organization')
      await input.press(asking)
      await dialog.waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await input.press(dialog.getByRole('button', { name: 'Cancel' }))
      await dialog.waitFor({ state: 'detached' })
      expect([await isEnabled(), await asking.getAttribute('aria-checked')]).toEqual([true, 'true'])
      await input.press(asking)
      await input.press(dialog.getByRole('button', { name: 'Switch off' }))
      await page.getByText('Asking is off').waitFor()
      expect(await isEnabled()).toBe(false)
      await input.press(asking)
      await page.getByText('Asking is on').waitFor()
      expect([await isEnabled(), await dialog.count()]).toEqual([true, 0])
      expect(problems).toEqual([])
      await context.close()
    })

    test('shares an answer with a click in the dialog, not by opening it', async () => {
      const { page, input, problems, context } = await open(ada, way)
      await page.goto('/')
      await page.getByLabel('Ask a question').fill('When does the blue harbour gate open?')
      await page.keyboard.press('Enter')
      await input.press(page.getByRole('button', { name: 'Share', exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Share this answer' })
      await dialog.waitFor()
      const [question] = (await app.call(ada.key, 'GET', '/v1/questions')).body.questions
      const isShared = async () => (await app.call(ben.key, 'GET', `/v1/shared-answers/${question.id}`)).status === 200
      await page.waitForLoadState('networkidle')
      expect([await isShared(), await dialog.getByText('/shared/').count()]).toEqual([false, 0])
      expect(await findAxeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      expect(await isShared()).toBe(false)
      await input.press(page.getByRole('button', { name: 'Share', exact: true }))
      await input.press(dialog.getByRole('button', { name: 'Create link' }))
      await dialog.getByText(`/shared/${question.id}`).waitFor()
      expect(await isShared()).toBe(true)
      await input.press(dialog.getByRole('button', { name: 'Stop sharing' }))
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(isShared).toBe(false)
      expect(problems).toEqual([])
      await context.close()
    })

    test('finds in the audit log who changed what, and takes the filtered log away', async () => {
      const marker = way.width
      const path = `/v1/notes/gate-${marker}`
      await app.note('acme', { id: `gate-${marker}`, title: `Gate ${marker}` })
      const secret = (await app.call(ben.key, 'POST', '/v1/notes', { title: `Secret ${marker}` })).body
      await app.call(ada.key, 'PUT', `${path}/archived`, { archived: true })
      await app.call(ben.key, 'PUT', `${path}/archived`, { archived: false })
      const { page, input, problems, context } = await open(ada, way)
      await page.goto('/settings/audit')
      const log = page.getByRole('region', { name: 'Audit log' })
      const entries = log.locator('ul.card > li')
      const entry = entries.filter({ hasText: `Gate ${marker}` })
      await entry.filter({ hasText: 'ben' }).getByText('Unarchived a note').waitFor()
      await expect.poll(() => entry.count()).toBe(2)
      await expect.poll(() => log.getByText(`Secret ${marker}`).count()).toBe(0)
      expect(await findAxeViolations(page)).toEqual([])

      await input.selectOption(
        log.getByRole('combobox', { name: 'Person' }),
        'ben',
        page.getByRole('option', { name: /ben@/ }),
      )
      await entries.filter({ hasText: 'ada' }).first().waitFor({ state: 'detached' })
      await expect.poll(() => entry.count()).toBe(1)
      await input.press(entry.getByRole('button', { name: 'Filter by this entry' }))
      await input.selectMenuItem(page.getByRole('menuitem', { name: 'Only this object' }))
      await expect.poll(() => entries.count()).toBe(1)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        input.press(log.getByRole('button', { name: 'Export CSV' })),
      ])
      const lines = (await readFile((await file.path()) ?? '', 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toContain(`"Gate ${marker}"`)
      expect(lines.join()).not.toContain(secret.id)

      await log.getByLabel('From').fill('2099-01-01')
      await page.getByText('No matching entries').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await input.press(log.getByRole('button', { name: 'Clear filters' }).last())
      await expect.poll(() => entries.count()).toBeGreaterThan(2)
      expect(problems).toEqual([])
      await context.close()
    })

    test('sees what to write next without greetings and mashing, and writes from a gap', async () => {
      for (const question of ['Hi', 'Asdfgh', 'Where do the quokkas sleep?'])
        await app.call(ada.key, 'POST', '/v1/ask', { question })
      // Questions from the API are stored up to a second later.
      const unanswered = async () => JSON.stringify((await app.call(ada.key, 'GET', '/v1/insights')).body.unanswered)
      await expect.poll(unanswered).toContain('quokkas')
      const { page, input, problems, context } = await open(ada, way)
      await page.goto('/insights')
      const gaps = page.getByRole('region', { name: 'What to write next' })
      await input.press(gaps.locator('summary').filter({ hasText: /quokka/i }))
      await gaps.getByText('Where do the quokkas sleep?').waitFor()
      await gaps.getByText(/greetings and tests are left out/).waitFor()
      for (const noise of ['Hi', 'Asdfgh'])
        await expect.poll(() => gaps.getByText(noise, { exact: true }).count()).toBe(0)
      await expect.poll(() => gaps.getByText(/ada|ben/).count()).toBe(0)
      expect(await findAxeViolations(page)).toEqual([])
      const write = gaps.getByRole('link', { name: 'Write a note: Where do the quokkas sleep?' })
      await expect.poll(() => write.getAttribute('href')).toBe('/notes?new=Where%20do%20the%20quokkas%20sleep%3F')
      await input.press(write)
      await page.waitForURL(/\/notes/)
      expect(problems).toEqual([])
      await context.close()
    })
  })

  test('takes the person who was typed or selected, however late the suggestions arrive', async () => {
    const { page, problems, context } = await app.openPage({ organizationId: 'acme', person: ada })
    const { keyboard } = page
    const option = (name: RegExp) => page.getByRole('option', { name })
    const removeBen = page.getByRole('button', { name: /^Remove ben@/ })
    await page.goto('/settings/audit')
    await page.getByRole('combobox', { name: 'Person' }).focus()
    await option(/ben@/).waitFor()
    for (const selects of [false, true]) {
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\/users\?query=/, (route) => isReleased.then(() => route.continue()))
      await keyboard.type(selects ? 'BEN' : 'ben')
      // The list is still the one of everybody.
      await option(/ada@/).waitFor()
      for (let presses = 0; selects && presses < 2; presses += 1) await keyboard.press('ArrowDown')
      if (!selects) await keyboard.press('Enter')
      else await expect.poll(() => option(/ben@/).getAttribute('aria-selected')).toBe('true')
      release()
      await option(/ada@/).waitFor({ state: 'detached' })
      await keyboard.press('Enter')
      await removeBen.waitFor()
      await page.unrouteAll({ behavior: 'wait' })
      await removeBen.press('Enter')
      await removeBen.waitFor({ state: 'detached' })
      await page.getByRole('combobox', { name: 'Person' }).focus()
    }
    expect(problems).toEqual([])
    await context.close()
  })

  test('nothing moves for longer than 200 ms, and nothing at all where motion is unwanted', async () => {
    const { page, context } = await app.openPage({ organizationId: 'acme', person: ada }, { width: 1440 })
    for (const path of ['/', '/notes/gate', '/insights', '/settings/organization', '/settings/audit']) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      for (const reducedMotion of ['no-preference', 'reduce'] as const) {
        await page.emulateMedia({ reducedMotion })
        const longest = await page.evaluate<number>(longestMotionScript)
        expect({ path, reducedMotion, longest }).toEqual({ path, reducedMotion, longest: expect.any(Number) })
        expect(longest).toBeLessThanOrEqual(reducedMotion === 'reduce' ? 1 : 200)
      }
    }
    await context.close()
  })
})

/** The longest transition, or animation that does not repeat for as long as something loads, in milliseconds. */
const longestMotionScript = `Math.max(0, ...[...document.querySelectorAll('*')].flatMap((element) => {
  const style = getComputedStyle(element)
  const ms = (list) => list.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000))
  return [...ms(style.transitionDuration), ...(style.animationIterationCount === 'infinite' ? [] : ms(style.animationDuration))]
}))`

async function settingsLinks(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()
}
