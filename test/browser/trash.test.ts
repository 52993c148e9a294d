import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver } from './input-driver.ts'
import { takeScreenshot } from './take-screenshot.ts'

warnIfSkipped('the way of a branch into the trash and back, and the archive')

const question = 'When does the quokka lighthouse shine?'

describe.skipIf(browserUnavailableReason)('trash and archive', () => {
  let app: BrowserApp
  let ben: Person
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ben = await app.person('acme', 'ben', { groups: ['Crew'] })
    await app.note('acme', { id: 'home', title: 'Handbook', content: 'Welcome.' })
    await app.note('acme', { id: 'lights', title: 'Lights', content: 'Of the harbour.', parent: 'home' })
    await app.note('acme', {
      id: 'quokka',
      title: 'Quokka lighthouse',
      content: 'The quokka lighthouse shines at six.',
      parent: 'lights',
      audience: ['group:Crew'],
    })
    await app.call(ben.key, 'PUT', '/v1/notes/quokka', { markdown: 'The quokka lighthouse shines at seven.' })
    for (let index = 1; index <= 10; index += 1)
      await app.note('acme', { id: `lamp${index}`, title: `Lamp ${index}`, content: 'A lamp.', parent: 'lights' })
    ;({ page, problems } = await app.openPage({ organizationId: 'acme', person: ben }))
  })
  afterAll(() => app.closeAll())

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const trashRow = () => page.getByRole('listitem').filter({ hasText: 'Lights' })
  const openMenuItem = async (noteId: string, item: string) => {
    await page.goto(`/notes/${noteId}`)
    await button('More').last().click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const moveLightsToTrash = async () => {
    await openMenuItem('lights', 'Delete…')
    await dialog('Move 12 notes to trash?').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Moved 12 notes to trash').waitFor()
  }
  const ask = async () => {
    await page.goto('/')
    await page.getByLabel('Ask a question').fill(question)
    await page.keyboard.press('Enter')
    await button('Good answer').waitFor()
    return page.locator('article').last().textContent()
  }
  const expectLightsGone = async () => {
    await page.goto('/notes')
    await page.getByRole('treeitem', { name: 'Handbook' }).waitFor()
    await expect.poll(() => page.getByRole('treeitem', { name: 'Lights' }).count()).toBe(0)
    await button('Find a note').click()
    const searched = page.waitForResponse((response) => /search-notes.*quokka/i.test(response.url()))
    await page.getByRole('dialog').getByRole('searchbox').fill('quokka')
    expect((await (await searched).json()).hits).toEqual([])
    expect(await ask()).not.toContain('seven')
    await page.goto('/notes/quokka')
    await page.getByText('Page not found').waitFor()
  }

  test('a branch moves to the trash, named by its count, and is gone from tree, search and answers at once', async () => {
    expect(await ask()).toContain('seven')
    await openMenuItem('lights', 'Delete…')
    const confirm = dialog('Move 12 notes to trash?')
    await confirm.getByText('“Lights” and its 11 subpages can be restored from the trash for 30 days.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await confirm.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Moved 12 notes to trash').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await expectLightsGone()
  })

  test('the trash shows it with its count and date, and restores it with its place, audience and versions', async () => {
    await page.goto('/notes')
    await page.getByRole('link', { name: 'Trash' }).click()
    await trashRow().getByText('12 notes from Handbook').waitFor()
    await trashRow().getByText('by ben').waitFor()
    const { expiresAt } = (await app.call(ben.key, 'GET', '/v1/trash')).body.branches[0]
    const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
    await expect.poll(() => trashRow().textContent()).toContain(`kept until ${date.format(new Date(expiresAt))}`)
    await button('Restore Lights').click()
    await page.getByText('Restored 12 notes').waitFor()
    await page.getByText('Trash is empty').waitFor()
    await button('Open').click()
    await page.getByRole('heading', { name: 'Lights' }).waitFor()
    await page.getByRole('treeitem', { name: 'Lights' }).waitFor()
    expect(await ask()).toContain('seven')
    await page.goto('/notes/quokka')
    await button('Share').click()
    await page.getByRole('dialog').getByText('Crew').first().waitFor()
    await page.keyboard.press('Escape')
    await openMenuItem('quokka', 'Versions…')
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).first().waitFor()
    const { notes } = (await app.call(ben.key, 'GET', '/v1/notes/lights/children')).body
    expect(notes).toHaveLength(11)
  })

  test('favourites and notes opened before leave the screen with the branch', async () => {
    await app.call(ben.key, 'PUT', '/v1/me/favourites/lamp1', undefined)
    await page.goto('/notes/quokka')
    await page.getByRole('heading', { name: 'Quokka lighthouse' }).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click()
    const opened = page.getByRole('region', { name: 'Recently opened' }).getByRole('link', { name: /Quokka/ })
    await opened.click()
    await page.getByRole('navigation', { name: 'Location' }).getByRole('link', { name: 'Lights' }).click()
    await page.getByRole('heading', { name: 'Lights' }).waitFor()
    await button('More').last().click()
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click()
    await dialog('Move 12 notes to trash?').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Moved 12 notes to trash').waitFor()
    await page.getByRole('region', { name: 'Recently edited' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /Quokka|Lamp 1|Lights/ }).count()).toBe(0)
    await button('Undo').click()
    await page.getByText('Restored 12 notes').waitFor()
    expect(problems).toEqual([])
  })

  test('the message after a deletion undoes it', async () => {
    await moveLightsToTrash()
    await button('Undo').click()
    await page.getByText('Restored 12 notes').waitFor()
    await page.getByRole('heading', { name: 'Lights' }).waitFor()
  })

  test('the keyboard alone reaches Undo and Restore, and the focus is never lost', async () => {
    const hands = keyboardDriver(page)
    await moveLightsToTrash()
    await hands.press(button('Undo'))
    await page.getByText('Restored 12 notes').waitFor()
    await moveLightsToTrash()
    await page.goto('/trash')
    await hands.press(button('Restore Lights'))
    await page.getByText('Trash is empty').waitFor()
    await hands.press(page.getByRole('link', { name: 'All notes' }))
    await page.getByRole('treeitem', { name: 'Handbook' }).waitFor()
  })

  test('an archived note is found in the archive, by its words as well, and comes back', async () => {
    await openMenuItem('lights', 'Archive')
    await page.getByRole('status').getByText('Archived', { exact: true }).waitFor()
    await page.goto('/notes')
    await page.getByRole('link', { name: 'Archive' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Lights' })
    await row.getByText('12 notes from Handbook').waitFor()
    await page.getByLabel('Search the archive').fill('quokka')
    await page.getByRole('link', { name: 'Quokka lighthouse' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Lamp 1', exact: true }).count()).toBe(0)
    await page.getByLabel('Search the archive').fill('nothing like it')
    await page.getByText('No matching notes in the archive').waitFor()
    await page.getByLabel('Search the archive').fill('')
    await button('Unarchive Lights').click()
    await page.getByText('Nothing is archived').waitFor()
    await button('Undo').click()
    await button('Unarchive Lights').click()
    await page.getByText('Nothing is archived').waitFor()
    expect(await ask()).toContain('seven')
  })

  test('both screens have nothing that axe minds, and fit on a phone, light and dark', async () => {
    await app.note('acme', { id: 'old', title: 'An old note with quite a long title for a phone', parent: 'home' })
    await app.call(ben.key, 'PUT', '/v1/notes/old/archived', { archived: true })
    await moveLightsToTrash()
    for (const [path, shows] of [
      ['/trash', 'Lights'],
      ['/archive', 'An old note'],
      ['/notes', 'Handbook'],
    ] as const) {
      await page.goto(path)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.getByText(shows).first().waitFor()
        expect(await findAxeViolations(page)).toEqual([])
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        await takeScreenshot(page, `${path.slice(1)}-${width}`)
      }
    }
    await page.setViewportSize({ width: 1280, height: 860 })
  })

  test('permanent deletion names the count, and leaves nothing to restore', async () => {
    await page.goto('/trash')
    await button('Delete Lights permanently').click()
    const confirm = dialog('Delete 12 notes permanently?')
    await confirm.getByText('“Lights” and its 11 subpages can’t be restored after this.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await confirm.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText('Deleted 12 notes permanently').waitFor()
    await page.getByText('Trash is empty').waitFor()
    await expectLightsGone()
  })

  test('nothing went wrong in the browser on the way', () => {
    expect(problems).toEqual([])
  })
})
