import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver } from './input-driver.ts'

warnIfSkipped('who can see a note, in the app: moves, new notes and imports')

/** Ada and Ben are in People, Cleo and Dan are not. `people` is for People, and `salary` and `bands` below it, too. */
describe.skipIf(browserUnavailableReason)('who can see a note', () => {
  let app: BrowserApp
  let org = ''
  let ada: Person
  let cleo: Person
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    app = await startBrowserApp()
  })
  afterAll(() => app.closeAll())

  beforeEach(async () => {
    org = await app.newOrganization()
    ada = await app.person(org, 'Ada', { role: 'admin', groups: ['People'] })
    await app.person(org, 'Ben', { groups: ['People'] })
    cleo = await app.person(org, 'Cleo')
    await app.person(org, 'Dan')
    await app.note(org, { id: 'handbook', title: 'Handbook' })
    await app.note(org, { id: 'people', title: 'People matters', audience: ['group:People'] })
    await app.note(org, { id: 'salary', title: 'Salary bands', parent: 'people' })
    await app.note(org, { id: 'bands', title: 'Band one', parent: 'salary' })
    ;({ page, problems } = await app.openPage({ organizationId: org, person: ada }))
    await page.goto('/notes/salary')
    await page.getByRole('heading', { name: 'Salary bands' }).waitFor()
    return async () => {
      expect(problems).toEqual([])
      await page.context().close()
    }
  })

  const button = (name: string, inside: Page | Locator = page) => inside.getByRole('button', { name, exact: true })
  const treeItem = (name: string) => page.getByRole('tree', { name: 'Notes' }).getByRole('treeitem', { name })
  const warning = () => page.getByRole('dialog', { name: 'Let more people see Salary bands?' })
  const sharing = () => page.getByRole('dialog', { name: 'Share Salary bands' })
  const read = (person: Person, id: string) => app.call(person.key, 'GET', `/v1/notes/${id}`)
  const parentOfSalary = async () => (await read(ada, 'salary')).body.parentNoteId
  const dragToHandbook = () => treeItem('Salary bands').dragTo(treeItem('Handbook'))
  const auditEvents = async () => (await app.call(ada.key, 'GET', '/v1/admin/audit')).body.events

  test('a move that widens access names who gains it, and nothing moves without a yes', async () => {
    await dragToHandbook()
    const text = await warning().textContent()
    expect(text).toContain('2 more people can see this note and its subpage: Cleo and Dan.')
    expect(text).toMatch(/Now.*People.*After the move.*Everyone/)
    expect(await findAxeViolations(page)).toEqual([])
    await button('Cancel', warning()).click()
    await warning().waitFor({ state: 'detached' })
    expect(await parentOfSalary()).toBe('people')
    expect((await read(cleo, 'salary')).status).toBe(404)
  })

  test('after a move the share dialog never tells who could see the note before', async () => {
    await button('Share').click()
    await sharing().getByText('Inherited from').first().waitFor()
    await expect.poll(() => sharing().textContent()).toMatch(/Visible to\s*People/)
    await button('Close', sharing()).click()
    await sharing().waitFor({ state: 'detached' })

    await dragToHandbook()
    await button('Move', warning()).click()
    await page.getByText('Moved. 2 people gained access.').waitFor()
    expect((await read(cleo, 'bands')).status).toBe(200)

    // The answer is held back: the dialog must not fill the time with the old one.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/v1/notes/salary/rights', async (route) => {
      await held
      await route.continue()
    })
    await button('Share').click()
    await sharing().getByRole('status').first().waitFor()
    await expect.poll(() => sharing().textContent()).not.toContain('People')
    release()
    await sharing().getByText('No restrictions').first().waitFor()
    await expect.poll(() => sharing().textContent()).toMatch(/Visible to\s*Everyone/)
    await expect.poll(() => sharing().textContent()).not.toContain('Visible to People')
  })

  test('a move is undone with its readers, and the audit log says who could see and edit before and after', async () => {
    await dragToHandbook()
    await button('Move', warning()).click()
    await button('Undo').click()
    await page.getByText('Move undone').waitFor()
    expect(await parentOfSalary()).toBe('people')
    expect((await read(cleo, 'bands')).status).toBe(404)
    await button('Share').click()
    await sharing().getByText('Inherited from').first().waitFor()
    await expect.poll(() => sharing().textContent()).toMatch(/Visible to\s*People/)

    const [undone, moved] = await auditEvents()
    const [people, everyone] = [['group:People'], ['everyone']]
    expect(moved).toMatchObject({ action: 'moveNote', audienceBefore: people, audienceAfter: everyone })
    expect(undone).toMatchObject({ action: 'moveNote', audienceBefore: everyone, audienceAfter: people })
    const own = `user:${ada.email}`
    for (const edit of [[own], [own, 'group:People'], [own]])
      expect((await app.call(ada.key, 'PUT', '/v1/notes/salary/rights', { edit })).status).toBe(200)

    await page.goto('/settings/audit')
    await page.getByText('Visible to People before, Everyone after').waitFor()
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: 'the right to edit' })
    await expect
      .poll(() => entry.allTextContents())
      .toEqual([
        expect.stringMatching(/Salary bands.*Lost the right to edit: People/),
        expect.stringMatching(/Salary bands.*Given the right to edit: People/),
      ])
    await page.getByText(`Editable by everyone who can see it before, ${ada.email.toLowerCase()} after`).waitFor()
  })

  test('the keyboard moves, is warned and undoes', async () => {
    const keys = keyboardDriver(page)
    const moveBelow = async (title: string) => {
      await keys.press(page.getByRole('main').getByRole('button', { name: 'More', exact: true }))
      const item = page.getByRole('menuitem', { name: 'Move…' })
      for (let presses = 0; presses < 10; presses += 1) {
        if (await item.evaluate((element) => element === element.ownerDocument.activeElement)) break
        await page.keyboard.press('ArrowDown')
      }
      await page.keyboard.press('Enter')
      await keys.press(page.getByRole('dialog').getByRole('button', { name: title }))
    }
    await moveBelow('Handbook')
    await keys.press(button('Move', warning()))
    await page.getByText('Moved. 2 people gained access.').waitFor()
    await keys.press(button('Undo'))
    await page.getByText('Move undone').waitFor()
    expect(await parentOfSalary()).toBe('people')
  })

  test('a move that narrows access asks nothing and tells who lost it', async () => {
    await treeItem('Handbook').dragTo(treeItem('People matters'))
    await page.getByText('Moved. 2 people lost access.').waitFor()
    expect((await read(cleo, 'handbook')).status).toBe(404)
  })

  test('a new note is private unless it gets a place in the tree', async () => {
    const create = async (place: string) => {
      await button('Add notes').click()
      await page.getByRole('menuitem', { name: 'New note…' }).click()
      const dialog = page.getByRole('dialog', { name: 'New note' })
      if (place !== 'Private') await dialog.getByRole('radio', { name: place }).check()
      await expect.poll(() => dialog.getByRole('radio', { name: place }).isChecked()).toBe(true)
      if (place.startsWith('Below')) await dialog.getByText('Visible to People').waitFor()
      const answer = page.waitForResponse((response) => response.request().method() === 'POST')
      await button('Create', dialog).click()
      await page.getByRole('textbox', { name: 'Content' }).waitFor()
      return (await (await answer).json()).id as string
    }
    const below = await create('Below another note')
    expect((await read(ada, below)).body.parentNoteId).toBe('salary')
    const own = await create('Private')
    expect((await read(cleo, own)).status).toBe(404)
    expect((await app.call(ada.key, 'GET', `/v1/notes/${own}/audience`)).body.audience).toEqual([
      `user:${ada.email.toLowerCase()}`,
    ])
    await page.locator('[role="treeitem"][aria-description="Private"]').waitFor()
    const top = await create('At the top level')
    expect((await read(cleo, top)).status).toBe(200)
  })

  test('an import asks who can see the notes, and says nobody else by default', async () => {
    await page.goto('/notes')
    const importFile = async (title: string, readers: string) => {
      await button('Import files').click()
      const dialog = page.getByRole('dialog', { name: 'Import files' })
      await expect.poll(() => dialog.getByRole('radio', { name: 'Only you' }).isChecked()).toBe(true)
      await dialog.getByRole('radio', { name: readers }).check()
      const files = [{ name: `drafts/${title}.md`, mimeType: 'text/markdown', buffer: Buffer.from('Text.') }]
      await dialog.getByLabel('Files to import').setInputFiles(files)
      await dialog.getByText('1 of 1 imported').waitFor()
      await button('Close', dialog).click()
    }
    await importFile('Kept', 'Only you')
    await importFile('Told', 'Everyone in the organization')
    const titles = async (person: Person) =>
      (await app.call(person.key, 'GET', '/v1/notes')).body.notes.map(({ title }: { title: string }) => title).sort()
    expect(await titles(cleo)).toEqual(['Handbook', 'Told', 'drafts'])
    expect(await titles(ada)).toEqual(expect.arrayContaining(['Kept', 'Told']))
  })

  test('an imported document is attached to a note of its own and found by its text; what is skipped is named', async () => {
    await page.goto('/notes')
    await button('Import files').click()
    const dialog = page.getByRole('dialog', { name: 'Import files' })
    const ferry = tinyPdf(['The ferry to Skarholm leaves at 06:40 every day.'])
    await dialog.getByLabel('Files to import').setInputFiles([
      { name: 'Ferry.pdf', mimeType: 'application/pdf', buffer: ferry },
      { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('picture') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing') },
    ])
    await dialog.getByText('1 of 3 imported').waitFor()
    await dialog.getByText('Skipped. Pictures aren’t imported. Attach them to a note.').waitFor()
    await dialog.getByText(/^Attached, but search can’t find the text\./).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await button('Close', dialog).click()
    const ask = (person: Person) =>
      app.call(person.key, 'POST', '/v1/ask', { question: 'When does the ferry to Skarholm leave?' })
    expect((await ask(ada)).body.answer).toContain('06:40')
    expect((await ask(cleo)).body.sources).toEqual([])
  })

  test('an import that runs is not stopped by Escape or a click outside without a question', async () => {
    await page.goto('/notes')
    let goOn = () => {}
    const waits = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/v1/notes', async (route) => {
      if (route.request().method() === 'POST') await waits
      await route.continue()
    })
    await button('Import files').click()
    const dialog = page.getByRole('dialog', { name: 'Import files' })
    const names = ['First.md', 'Second.md']
    await dialog
      .getByLabel('Files to import')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from('Text.') })))
    await dialog.getByText('Importing… 0 of 2').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByText('Stop the import? The notes imported so far stay.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await button('Continue', dialog).click()
    await page.mouse.click(5, 5)
    await button('Stop import', dialog).waitFor()
    goOn()
    await dialog.getByText('2 of 2 imported').waitFor()
    await page.unroute('**/v1/notes')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('imported files link to each other, and older text files keep their letters', async () => {
    await page.goto('/notes')
    await button('Import files').click()
    const dialog = page.getByRole('dialog', { name: 'Import files' })
    const markdown = (name: string, text: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) })
    await dialog.getByLabel('Files to import').setInputFiles([
      markdown('wiki/Anfang.md', 'See [the shift](dienst/schicht.md#ablauf) and [nothing](gone.md).'),
      markdown('wiki/dienst/schicht.md', '## Ablauf\n\nBack to [the start](../Anfang.md).'),
      {
        name: 'wiki/pforte.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Der Pf\xf6rtner hei\xdft Klaus.', 'latin1'),
      },
    ])
    await dialog.getByText('3 of 3 imported').waitFor()
    await button('Close', dialog).click()
    const { notes } = (await app.call(ada.key, 'GET', '/v1/notes')).body
    const idOf = (title: string) => notes.find((note: { title: string }) => note.title === title).id
    const contentOf = async (title: string) => (await read(ada, idOf(title))).body.content
    expect(await contentOf('Anfang')).toBe(`See [the shift](/notes/${idOf('schicht')}#ablauf) and [nothing](gone.md).`)
    expect(await contentOf('schicht')).toContain(`[the start](/notes/${idOf('Anfang')})`)
    expect(await contentOf('pforte')).toBe('Der Pförtner heißt Klaus.')
    await page.goto(`/notes/${idOf('Anfang')}`)
    await page.getByRole('link', { name: 'the shift' }).click()
    await page.getByRole('heading', { name: 'Ablauf' }).waitFor()
  })
})
