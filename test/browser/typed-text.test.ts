import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../support/seeded-random.ts'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { installOutages, type Reachability } from './outage.ts'

warnIfSkipped('that no typed character is lost: outages, navigation, reloading, closed tabs, conflicts, sign-out')

const actionNames = [
  'type',
  'click a link and return',
  'stop the service',
  'lose answers',
  'start the service',
  'reload',
  'close the tab',
] as const
type ActionName = (typeof actionNames)[number]
const randomRuns = Number(process.env.TYPED_TEXT_RUNS ?? 6)

describe.skipIf(browserUnavailableReason)('typed text', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { id: 'other', title: 'Other', content: 'Something else.' })
  })
  afterAll(async () => {
    await app.closeAll()
  })

  const open = () => app.openPage({ organizationId: 'acme', person: ada })
  const stored = async (id: string): Promise<string> => (await app.call(ada.key, 'GET', `/v1/notes/${id}`)).body.content
  const waitUntilStored = (id: string, text: string) => expect.poll(() => stored(id), { message: id }).toBe(text)
  const createNote = (id: string) => app.note('acme', { id, title: id, content: 'Start.' })
  const editNote = async (page: Page, id: string) => {
    await page.goto(`/notes/${id}`)
    await openEditor(page)
  }

  test('is saved when a link is clicked right after the last key', async () => {
    await createNote('link')
    const { page, context, problems } = await open()
    await editNote(page, 'link')
    await typeAtEnd(page, ' Last words')
    await goTo(page, 'Ask')
    await waitUntilStored('link', 'Start. Last words')
    await goTo(page, 'Notes')
    await page.getByRole('treeitem', { name: 'link' }).click()
    await page.getByText('Start. Last words').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('survives navigation while the service is away, says where it is, and is saved when the service is back', async () => {
    await createNote('outage')
    const { page, context, problems } = await open()
    const setService = await installOutages(context)
    await editNote(page, 'outage')
    setService('down')
    await typeAtEnd(page, ' Offline words')
    await page.getByRole('status').getByText('Offline, kept on this device').waitFor()
    await goTo(page, 'Ask')
    await page.getByRole('status').getByText('Not saved yet, kept on this device').waitFor()
    await page.getByRole('link', { name: 'outage' }).click()
    await contentBox(page).waitFor()
    await expect.poll(() => contentBox(page).textContent()).toBe('Start. Offline words')
    await typeAtEnd(page, ' and more')
    expect(await stored('outage')).toBe('Start.')
    setService('up')
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    expect(await stored('outage')).toBe('Start. Offline words and more')
    expect(await draftTexts(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  test('stays in the editor when a refresh in the background fails', async () => {
    await createNote('refresh')
    const { page, context, problems } = await open()
    await editNote(page, 'refresh')
    await page.route('**/v1/notes/refresh', (route) =>
      route.fulfill({ status: 403, json: { id: 'forbidden', message: 'Not now.' } }),
    )
    await typeAtEnd(page, ' Still here')
    const refused = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.status() === 403,
    )
    await page.clock.install()
    await page.clock.fastForward(60_000)
    await returnToPage(page)
    await refused
    // The refusal is on the screen once the save was refused too.
    await page.getByRole('alert').getByText('You can no longer change this note.').waitFor()
    await expect.poll(() => contentBox(page).textContent()).toBe('Start. Still here')
    await page.unroute('**/v1/notes/refresh')
    await page.getByRole('button', { name: 'Try again' }).click()
    await waitUntilStored('refresh', 'Start. Still here')
    expect(problems).toEqual([])
    await context.close()
  })

  test('of a form is not discarded by a link or the back button without a question', async () => {
    const { page, context, problems } = await open()
    await page.goto('/')
    await page.goto('/settings/organization')
    const name = page.getByLabel('Name', { exact: true })
    await name.click()
    await page.keyboard.type(' and friends')
    const questions: string[] = []
    let isConfirmed = false
    page.removeAllListeners('dialog')
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (isConfirmed ? dialog.accept() : dialog.dismiss())
    })
    await goTo(page, 'Notes')
    await expect.poll(() => questions).toEqual(['Discard what you typed?'])
    expect(await name.inputValue()).toBe('Acme and friends')
    isConfirmed = true
    await goTo(page, 'Notes')
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^.notes/)
    await goTo(page, 'Ask')
    expect(questions).toHaveLength(2)

    await goTo(page, 'Assistants')
    await page.getByRole('button', { name: 'New assistant' }).first().click()
    await name.click()
    await page.keyboard.type('Helper')
    isConfirmed = false
    await page.evaluate('history.back()')
    await expect.poll(() => questions.length).toBe(3)
    expect(await name.inputValue()).toBe('Helper')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await name.waitFor({ state: 'detached' })
    await goTo(page, 'Ask')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    expect(questions).toHaveLength(3)
    expect(problems).toEqual([])
    await context.close()
  })

  test('of the organization’s name stays when another admin changes the name meanwhile', async () => {
    await app.organization('renamed', { name: 'Acme' })
    const eve = await app.person('renamed', 'eve', { role: 'admin' })
    const { page, context, problems } = await app.openPage({ organizationId: 'renamed', person: eve })
    await page.goto('/settings/organization')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Acme and sons')
    const rename = (to: string) => app.call(eve.key, 'PATCH', '/v1/organization', { name: to })
    await rename('Acme Limited')
    // Reads the organization again.
    const switchAsking = async () => {
      await page.getByRole('switch').click()
      await page.getByRole('button', { name: 'Switch off' }).click()
      await page.getByRole('switch', { checked: false }).waitFor()
      await page.getByRole('switch').click()
      await page.getByRole('switch', { checked: true }).waitFor()
    }
    await switchAsking()
    expect(await name.inputValue()).toBe('Acme and sons')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await app.call(eve.key, 'GET', '/v1/organization')).body.name).toBe('Acme and sons')
    // Nothing is typed any more: the name is the stored one.
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await rename('Acme Limited')
    await switchAsking()
    expect(await name.inputValue()).toBe('Acme Limited')
    expect(problems).toEqual([])
    await context.close()
  })

  test('of a question is not cut', async () => {
    const { page, context, problems } = await open()
    await page.goto('/')
    const box = page.getByLabel('Ask a question')
    await box.click()
    await page.keyboard.insertText('word '.repeat(2000))
    expect(await box.inputValue()).toHaveLength(10_000)
    await page.keyboard.insertText('word '.repeat(2000))
    expect(await box.inputValue()).toHaveLength(20_000)
    await page.getByRole('alert').getByText('Use at most 16,000 characters. Nothing was cut off.').waitFor()
    await page.getByText('19,999 / 16,000').waitFor()
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true)
    await box.fill('')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('of a name or a title that is too long is kept, and says so', async () => {
    await createNote('title')
    const { page, context, problems } = await open()
    await page.goto('/settings/organization')
    const name = page.getByLabel('Name', { exact: true })
    await name.click()
    await page.keyboard.insertText('A'.repeat(250))
    expect(await name.inputValue()).toBe(`Acme${'A'.repeat(250)}`)
    await page.getByText('254 / 200').waitFor()
    await page.keyboard.press('Enter')
    expect((await app.call(ada.key, 'GET', '/v1/organization')).body.name).toBe('Acme')

    const editor = await context.newPage()
    await editNote(editor, 'title')
    const title = editor.getByLabel('Title')
    await title.fill('T'.repeat(1030))
    await editor.getByText('Use at most 1,024 characters.').waitFor()
    expect(await title.inputValue()).toHaveLength(1030)
    await title.fill('Title')
    await editor.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('is complete after outages and lost answers, with each way of leaving the page', async () => {
    await runPlans([
      ['lose answers', 'type', 'reload', 'type', 'start the service'],
      ['lose answers', 'type', 'close the tab'],
      ['lose answers', 'type', 'stop the service', 'click a link and return', 'type'],
      ['stop the service', 'type', 'reload'],
      ['stop the service', 'type', 'close the tab', 'lose answers'],
      ['stop the service', 'type', 'click a link and return', 'start the service', 'type', 'reload'],
    ])
  }, 900_000)

  test(`is complete after ${randomRuns} random sequences of typing, navigation, outages, reloads and closed tabs`, async () => {
    const runs = Array.from({ length: randomRuns }, (_, seed) => {
      const random = seededRandom(seed)
      return Array.from({ length: 6 }, () => random.pick(actionNames))
    })
    await runPlans(runs)
  }, 900_000)

  test('of two tabs on the same note is never overwritten silently', async () => {
    await createNote('tabs')
    const { page: first, context } = await open()
    const second = await context.newPage()
    const setService = await installOutages(context)
    await editNote(first, 'tabs')
    await editNote(second, 'tabs')
    setService('down')
    await typeAtEnd(first, ' First tab.')
    await typeAtEnd(second, ' Second tab.')
    await expect.poll(() => draftTexts(first)).toEqual(['Start. First tab.', 'Start. Second tab.'])
    await second.close()
    await first.getByRole('status').getByText('Offline, kept on this device').waitFor()
    setService('up')
    await first
      .getByRole('alert')
      .getByText('Someone else saved this note')
      .or(first.getByText('Saved', { exact: true }))
      .waitFor()
    // The text of the closed tab waits for a decision: it is neither lost nor written over the other.
    await first.goto('/notes/tabs')
    await first.getByRole('alert').getByText('You have unsaved changes from').waitFor()
    const kept = [await stored('tabs'), await contentBox(first).textContent()].sort()
    expect(kept).toEqual(['Start. First tab.', 'Start. Second tab.'])
    await first.getByRole('button', { name: 'Restore' }).click()
    await first.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    expect(await draftTexts(first)).toEqual([])
    await context.close()
  })

  test('waits for a decision if someone else changed the note meanwhile', async () => {
    await createNote('conflict')
    const { page, context } = await open()
    const setService = await installOutages(context)
    await editNote(page, 'conflict')
    setService('down')
    await typeAtEnd(page, ' Mine.')
    await page.getByRole('status').getByText('Offline, kept on this device').waitFor()
    await page.close()
    await app.call(ada.key, 'PUT', '/v1/notes/conflict', { markdown: 'Theirs.' })
    setService('up')
    const later = await context.newPage()
    await later.goto('/notes/conflict')
    await later.getByRole('alert').getByText('You have unsaved changes from').waitFor()
    expect(await stored('conflict')).toBe('Theirs.')
    await expect.poll(() => contentBox(later).textContent()).toBe('Start. Mine.')
    await later.getByRole('button', { name: 'Discard' }).click()
    await later.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    await expect.poll(() => contentBox(later).textContent()).toBe('Theirs.')
    expect(await draftTexts(later)).toEqual([])
    await context.close()
  })

  test('of a note that was deleted meanwhile can be saved as a new note', async () => {
    await createNote('deleted')
    const { page, context } = await open()
    await editNote(page, 'deleted')
    await app.call(ada.key, 'DELETE', '/v1/notes/deleted')
    await typeAtEnd(page, ' Too late?')
    await page.getByRole('alert').getByText('You can no longer change this note.').waitFor()
    await page.getByRole('button', { name: 'Save as a new note' }).click()
    await page.waitForURL(/\/notes\/(?!deleted)/)
    await page.getByText('Start. Too late?').waitFor()
    expect(await draftTexts(page)).toEqual([])
    await context.close()
  })

  test('stays on the page when the session ends, and is saved after signing in again', async () => {
    await createNote('session')
    const { page, context } = await open()
    await editNote(page, 'session')
    const cookies = await context.cookies()
    await context.clearCookies()
    await typeAtEnd(page, ' Signed out')
    await page.getByRole('alert').getByText('Your session has ended.').waitFor()
    await expect.poll(() => contentBox(page).textContent()).toBe('Start. Signed out')
    expect(await draftTexts(page)).toEqual(['Start. Signed out'])
    await context.addCookies(cookies)
    await returnToPage(page)
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    expect(await stored('session')).toBe('Start. Signed out')
    await page.getByRole('alert').getByText('Your session has ended.').waitFor({ state: 'detached' })
    await context.close()
  })

  test('is deleted from the device by signing out, in every tab', async () => {
    await createNote('sign-out')
    const { page, context } = await open()
    const other = await context.newPage()
    const setService = await installOutages(context)
    await editNote(page, 'sign-out')
    await editNote(other, 'other')
    await page.route('**/v1/notes/sign-out', (route) => route.abort('connectionrefused'))
    await other.route('**/v1/notes/other', (route) => route.abort('connectionrefused'))
    await typeAtEnd(page, ' Secret draft')
    await typeAtEnd(other, ' Another secret')
    await expect.poll(() => draftTexts(page)).toHaveLength(2)

    setService('down')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose unsaved changes?' })
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re still signed in.').waitFor()
    expect(await draftTexts(page)).toHaveLength(2)

    setService('up')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await other.waitForURL('**/sign-in**')
    await expect.poll(() => draftTexts(page)).toEqual([])
    await context.close()
  })

  test('in another tab is not deleted by signing out without a question', async () => {
    await createNote('other-tab')
    const { page, context } = await open()
    await page.goto('/notes/other-tab')
    const other = await context.newPage()
    await editNote(other, 'other-tab')
    await other.route('**/v1/notes/other-tab', (route) => route.abort('connectionrefused'))
    await typeAtEnd(other, ' Only here')
    await other.getByRole('status').getByText('Offline, kept on this device').waitFor()

    await page.bringToFront()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose unsaved changes?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await draftTexts(page)).toEqual(['Start. Only here'])

    await other.unroute('**/v1/notes/other-tab')
    await returnToPage(other)
    await waitUntilStored('other-tab', 'Start. Only here')
    await expect.poll(() => draftTexts(page)).toEqual([])
    // A question isn't asked about.
    await goTo(page, 'Ask')
    await page.getByLabel('Ask a question').fill('When does')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await other.waitForURL('**/sign-in**')
    await context.close()
  })

  test('of someone else in the same browser is neither shown nor saved', async () => {
    await createNote('shared')
    const ben = await app.person('acme', 'ben')
    const { page, context } = await open()
    await editNote(page, 'shared')
    await page.route('**/v1/notes/shared', (route) => route.abort('connectionrefused'))
    await typeAtEnd(page, ' Words of Ada')
    await expect.poll(() => draftTexts(page)).toEqual(['Start. Words of Ada'])
    const his = await app.openPage({ organizationId: 'acme', person: ben })
    await context.clearCookies()
    await context.addCookies(await his.context.cookies())
    const later = await context.newPage()
    await later.goto('/notes/shared')
    await later.getByRole('button', { name: 'Edit' }).waitFor()
    // The page of Ada reloads as Ben's.
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await expect.poll(() => later.getByText('Words of Ada').count()).toBe(0)
    expect(await stored('shared')).toBe('Start.')
    expect(await draftTexts(later)).toEqual(['Start. Words of Ada'])
    await his.context.close()
    await context.close()
  })

  test('of a question survives navigation, a reload and an outage', async () => {
    const { page, context } = await open()
    const setService = await installOutages(context)
    const box = page.getByLabel('Ask a question')
    await page.goto('/')
    await box.fill('When does the gate')
    await goTo(page, 'Notes')
    await goTo(page, 'Ask')
    await expect.poll(() => box.inputValue()).toBe('When does the gate')
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('When does the gate')
    await box.fill('When does the gate open?')
    setService('down')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Can’t reach the service').waitFor()
    await expect.poll(() => box.inputValue()).toBe('When does the gate open?')
    await page.getByRole('button', { name: 'New question' }).click()
    setService('up')
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe('When does the gate open?')
    await box.press('Enter')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    await page.reload()
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    expect(await draftTexts(page)).toEqual([])
    await context.close()
  })

  test('in a form is not discarded by Escape or a click outside without a question', async () => {
    const { page, context, problems } = await open()
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByLabel('Name').fill('Ticket sync')
    await page.keyboard.press('Escape')
    await dialog.getByText('Discard what you typed?').waitFor()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape')
    await dialog.getByText('Discard what you typed?').waitFor()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await page.mouse.click(5, 5)
    await dialog.getByText('Discard what you typed?').waitFor()
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Ticket sync')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('becomes bold with Ctrl+B and italic with Ctrl+I, and no key that follows deletes anything', async () => {
    await createNote('keys')
    const { page, context, problems } = await open()
    await editNote(page, 'keys')
    await contentBox(page).press('Control+Home')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('B')
    await contentBox(page).press('Control+End')
    await page.keyboard.type(' end')
    await page.keyboard.press('Control+i')
    await page.keyboard.type('X')
    for (const key of ['Alt+l', 'Control+u', 'Control+/']) {
      await page.keyboard.press(key)
      await page.keyboard.type('.')
    }
    await waitUntilStored('keys', '**BStart**. *endX...*')
    expect(problems).toEqual([])
    await context.close()
  })

  let planCount = 0

  /** Checks for each plan that all typed text is stored in the end. */
  async function runPlans(plans: readonly (readonly ActionName[])[]): Promise<void> {
    const waiting = plans.map((plan) => {
      planCount += 1
      return { id: `plan-${planCount}`, plan }
    })
    // Most of the time is spent waiting for retries, so several browsers run side by side.
    const lanes = Array.from({ length: Math.min(3, plans.length) }, async () => {
      const { context } = await open()
      const setService = await installOutages(context)
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, plan } = next
        await createNote(id)
        const typed = await runPlan({ context, id, setService, plan })
        await expect.poll(() => stored(id), { message: `${id}: ${plan.join(', ')}` }).toBe(`Start.${typed}`)
      }
      await context.close()
    })
    await Promise.all(lanes)
  }

  /** Types, leaves, returns, reloads and closes tabs while the service comes and goes; returns the text typed. */
  async function runPlan({
    context,
    id,
    setService,
    plan,
  }: {
    context: BrowserContext
    id: string
    setService: (state: Reachability) => void
    plan: readonly ActionName[]
  }): Promise<string> {
    let typed = ''
    let words = 0
    let service: Reachability = 'up'
    let page = context.pages()[0] ?? (await context.newPage())
    const change = (next: Reachability) => {
      service = next
      setService(next)
    }
    const openNote = async () => {
      // A page can't be loaded while the service is away.
      if (service === 'down') change('up')
      await page.goto(`/notes/${id}`)
      await openEditor(page)
    }
    const actions: Record<ActionName, () => Promise<void>> = {
      type: async () => {
        await openEditor(page)
        words += 1
        const text = ` Words ${words} of ${id}.`
        await typeAtEnd(page, text)
        typed += text
      },
      'click a link and return': async () => {
        await goTo(page, words % 2 === 0 ? 'Ask' : 'Notes')
        await page.goBack()
      },
      'stop the service': async () => change('down'),
      'lose answers': async () => change('answers-lost'),
      'start the service': async () => change('up'),
      reload: openNote,
      'close the tab': async () => {
        await page.close()
        page = await context.newPage()
        await openNote()
      },
    }
    await openNote()
    await actions.type()
    for (const name of plan) await actions[name]()
    await actions.type()
    change('up')
    await returnToPage(page)
    return typed
  }
})

function contentBox(page: Page) {
  return page.getByRole('textbox', { name: 'Content' })
}

/** Opens the editor, unless unsaved text has opened it. */
async function openEditor(page: Page): Promise<void> {
  // A tab in the background draws nothing, and a click waits until its target stands still.
  await page.bringToFront()
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await contentBox(page).or(edit).first().waitFor()
  // Unsaved text can open it between a look and a click.
  while ((await contentBox(page).count()) === 0) await edit.click({ timeout: 5000 }).catch(() => {})
  await contentBox(page).waitFor()
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.bringToFront()
  await contentBox(page).press('Control+End')
  await page.keyboard.type(text)
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
}

/** What the browser tells a page whose window is looked at again. */
async function returnToPage(page: Page): Promise<void> {
  await page.evaluate(
    "window.dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
  )
}

/** The texts that the browser keeps for pages of this service. */
async function draftTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const request = indexedDB.open('lorewell')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      if (!database.objectStoreNames.contains('drafts')) return resolve([])
      const all = database.transaction('drafts').objectStore('drafts').getAll()
      all.onsuccess = () => {
        database.close()
        resolve(all.result.map(({ value }) => value.content ?? value))
      }
    }
  })`)
  return texts.sort()
}
