import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { type InputDriver, keyboardDriver, mouseDriver } from './input-driver.ts'

warnIfSkipped('sharing a note with the right to view or to edit, in the app')

const screens: { name: string; driver: (page: Page) => InputDriver; width: number; colorScheme: 'light' | 'dark' }[] = [
  { name: 'mouse, wide, light', driver: mouseDriver, width: 1440, colorScheme: 'light' },
  { name: 'keyboard, phone, dark', driver: keyboardDriver, width: 390, colorScheme: 'dark' },
]

/** Ada, Ben and Dan are in People, Cleo is not. `people` is for People, and `salary` below it, too. */
describe.skipIf(browserUnavailableReason)('sharing a note', () => {
  let app: BrowserApp
  let org = ''
  let ada: Person
  let ben: Person
  let cleo: Person
  let dan: Person

  beforeAll(async () => {
    app = await startBrowserApp()
  })
  afterAll(() => app.closeAll())

  beforeEach(async () => {
    org = await app.newOrganization()
    ada = await app.person(org, 'Ada', { groups: ['People'] })
    ben = await app.person(org, 'Ben', { groups: ['People'] })
    cleo = await app.person(org, 'Cleo')
    dan = await app.person(org, 'Dan', { groups: ['People'] })
    await app.note(org, { id: 'handbook', title: 'Handbook' })
    await app.note(org, { id: 'people', title: 'People matters', audience: ['group:People'] })
    await app.note(org, { id: 'salary', title: 'Salary bands', parent: 'people' })
  })

  const canEdit = async (person: Person) => (await app.call(person.key, 'GET', '/v1/notes/salary')).body.canEdit
  const sharing = (page: Page) => page.getByRole('dialog', { name: 'Share Salary bands' })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const more = (page: Page) => page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  const open = async (person: Person, path: string, options = {}) => {
    const opened = await app.openPage({ organizationId: org, person }, options)
    await opened.page.goto(path)
    return opened
  }

  test.each(screens)('an editor lets others view or edit it: $name', async ({ driver, width, colorScheme }) => {
    const { page, context, problems } = await open(ada, '/notes/salary', { width, colorScheme })
    const hands = driver(page)
    const title = page.getByRole('heading', { name: 'Salary bands' })
    await title.getByRole('img', { name: /^Restricted/ }).waitFor()
    await hands.press(button(page, 'Share'))
    await sharing(page).getByText('Editable by').waitFor()
    await expect
      .poll(() => sharing(page).textContent())
      .toMatch(/Visible to\s*People.*Inherited from.*Everyone who can see it/)

    // Whoever takes the right to edit from everyone keeps it themselves.
    await hands.choose(sharing(page).getByLabel('Access of People'), 'Can view')
    await sharing(page).getByLabel(`Access of ${ada.email}`).waitFor()
    const field = sharing(page).getByRole('combobox', { name: 'Add people and groups' })
    await hands.selectOption(field, ben.email, page.getByRole('option', { name: ben.email }))
    await sharing(page).getByLabel(`Access of ${ben.email}`).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await hands.press(sharing(page).getByRole('button', { name: 'Save' }))
    await page.getByText('Sharing updated').waitFor()

    // Right at once, for everybody.
    await hands.press(button(page, 'Share'))
    await sharing(page).getByText('Set for this note').waitFor()
    const text = await sharing(page).textContent()
    const [editor, other] = [ada.email.toLowerCase(), ben.email.toLowerCase()]
    expect(text).toMatch(new RegExp(`Visible to\\s*People.*Editable by.*${editor}.*${other}`))
    expect(await Promise.all([ada, ben, dan].map(canEdit))).toEqual([true, true, false])
    expect((await app.call(cleo.key, 'GET', '/v1/notes/salary')).status).toBe(404)
    await page.keyboard.press('Escape')
    await sharing(page).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('somebody who can only view a note is offered nothing that would be refused', async () => {
    await app.call(ada.key, 'PUT', '/v1/notes/salary/rights', { edit: [`user:${ada.email}`] })
    const { page, context, problems } = await open(dan, '/notes/salary')
    await page.getByRole('heading', { name: 'Salary bands' }).waitFor()
    await expect.poll(() => button(page, 'Edit').count()).toBe(0)
    await more(page).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(expect.not.arrayContaining(['Move…', 'Mark as verified', 'Flag as outdated…', 'Archive', 'Delete…']))
    await page.keyboard.press('Escape')
    await button(page, 'Share').click()
    await sharing(page).getByText('Editable by').waitFor()
    await expect.poll(() => sharing(page).getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')

    // The parent can be edited, but not deleted with what is locked below it.
    await page.goto('/notes/people')
    await more(page).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByText('1 subpage can’t be deleted').waitFor()
    await expect.poll(() => button(page, 'Move to trash').isDisabled()).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })

  test('locks are in the tree, verification names the person, and shared notes are listed', async () => {
    await app.call(ada.key, 'PUT', '/v1/notes/salary/verify', { until: '2099-05-03T00:00:00Z' })
    const shared = { view: ['group:People', `user:${cleo.email}`], edit: ['group:People'] }
    expect((await app.call(ada.key, 'PUT', '/v1/notes/salary/rights', shared)).status).toBe(200)
    const { page, context, problems } = await open(cleo, '/notes/salary')
    await page.getByText(/^Verified by Ada until .*2099/).waitFor()
    const tree = page.getByRole('tree', { name: 'Notes' })
    await tree.locator('[role="treeitem"][aria-description="Restricted"]').getByText('Salary bands').waitFor()
    await expect
      .poll(() => tree.getByRole('treeitem', { name: 'Handbook' }).getAttribute('aria-description'))
      .toBeNull()
    await page.getByRole('link', { name: 'Shared with me' }).click()
    await page.getByRole('heading', { name: 'Shared with me' }).waitFor()
    const list = page.getByRole('region', { name: 'Notes' })
    await list.getByRole('listitem').first().waitFor()
    await expect
      .poll(() => list.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/^Salary bands.*Can view$/)])
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
