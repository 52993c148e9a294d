import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, type Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver, mouseDriver } from './input-driver.ts'

warnIfSkipped('finding notes, items and commands: palette, search, lists, favourites, shortcuts')

const drivers = { mouse: mouseDriver, keyboard: keyboardDriver }
const looks = [
  { driver: 'mouse', colorScheme: 'light', width: 1440 },
  { driver: 'keyboard', colorScheme: 'dark', width: 390 },
] as const

describe.skipIf(browserUnavailableReason)('finding', () => {
  let app: BrowserApp
  let ada: Person
  let vera: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin' })
    vera = await app.person('acme', 'vera', { role: 'viewer' })
    await app.note('acme', { id: 'top', title: 'Harbour handbook', content: '' })
    await app.note('acme', {
      id: 'gate',
      parent: 'top',
      title: 'Gates of the harbour',
      content: 'The blue harbour gate opens at seven.',
    })
    await app.note('acme', { id: 'crane', parent: 'top', title: 'Cranes', content: 'The old crane lifts four tons.' })
    await app.note('acme', {
      id: 'pay',
      title: 'Salaries',
      content: 'Nobody else reads this.',
      audience: ['user:ada@acme.test'],
    })
    await app.dataSource('acme', 'tickets')
    await app.assistant('acme', 'guide')
    await app.call(ada.key, 'POST', '/v1/ask/index', contentFixture())
  })
  afterAll(async () => {
    await app.closeAll()
  })

  const open = (person: Person, options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) =>
    app.openPage({ organizationId: 'acme', person }, options)
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or do something' })
  const field = (page: Page) => palette(page).getByRole('combobox')
  const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
  const expectClean = async (page: Page, screen: string) => {
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/find-${screen}-${page.viewportSize()?.width}.png` })
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }

  test.each(looks)(
    'the palette finds notes, items, screens and actions: $driver, $colorScheme, $width px',
    async (look) => {
      const { page, context, problems } = await open(ada, look)
      const { press, selectOption } = drivers[look.driver](page)
      await page.goto('/')
      await page.getByText('What would you like to know?').waitFor()
      if (look.driver === 'mouse') await press(page.getByRole('button', { name: 'Search', exact: true }).first())
      else await page.keyboard.press('Control+k')
      await option(page, 'Cranes').waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox')
      await expectClean(page, 'palette-empty')

      await selectOption(field(page), 'crane', option(page, /^Cranes/))
      await page.waitForURL('**/notes/crane')
      await palette(page).waitFor({ state: 'detached' })

      // From everywhere, also while typing.
      await page.keyboard.press('Control+k')
      await field(page).pressSequentially('front door')
      await option(page, /^Door.*opens the original$/).waitFor()
      await expectClean(page, 'palette')
      await page.keyboard.press('Escape')
      await palette(page).waitFor({ state: 'detached' })

      await page.keyboard.press('Control+k')
      await selectOption(field(page), 'ticke', option(page, 'tickets'))
      await page.waitForURL('**/data-sources/tickets')

      await page.keyboard.press('Control+k')
      await selectOption(field(page), 'audit', option(page, 'Audit log'))
      await page.waitForURL('**/settings/audit')

      await page.keyboard.press('Control+k')
      await selectOption(field(page), 'theme', option(page, /^Use the (light|dark) theme/))
      await expect
        .poll(() => page.evaluate('document.documentElement.dataset.theme'))
        .toBe(look.colorScheme === 'dark' ? 'light' : 'dark')

      await page.keyboard.press('Control+k')
      await selectOption(field(page), 'new n', option(page, 'New note…'))
      await page.getByRole('dialog', { name: 'New note' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.goBack()
      await page.waitForURL('**/settings/audit')

      await page.keyboard.press('Control+k')
      await selectOption(field(page), 'When does the blue harbour gate open?', option(page, /^Ask “When/))
      await page.waitForURL('**/ask/*')
      await page
        .getByText(/opens at seven/)
        .first()
        .waitFor()
      await page.goBack()
      await page.getByText('What would you like to know?').waitFor()
      const asked = await app.call(ada.key, 'GET', '/v1/questions')
      expect(
        asked.body.questions.filter(({ question }: { question: string }) => /blue harbour/.test(question)),
      ).toHaveLength(look.driver === 'mouse' ? 1 : 2)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  test('keys typed right after Ctrl+K reach the palette, however slow the network is', async () => {
    const { page, context, problems } = await open(ada)
    for (const path of ['/', '/notes/gate']) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.route('**/*.js', () => {})
      await page.keyboard.press('Control+k')
      await page.keyboard.type('no such thing')
      expect(await field(page).inputValue({ timeout: 20_000 })).toBe('no such thing')
      await page.keyboard.press('Escape')
      await palette(page).waitFor({ state: 'detached' })
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.unroute('**/*.js')
    }
    expect(problems).toEqual([])
    await context.close()
  })

  test('commands come first, and notes that lack the typed words are not offered, not even until the service has answered', async () => {
    await app.note('acme', {
      id: 'audit',
      title: 'Audit of the sheds',
      content: 'The audit log of the sheds is a book.',
    })
    const { page, context, problems } = await open(ada)
    const labels = () => palette(page).getByRole('option').allTextContents()
    const documents = async () => (await labels()).filter((label) => /Gates|Cranes|Salaries|Audit of|Door/.test(label))
    const settled = () => palette(page).getByText('Searching…').first().waitFor({ state: 'detached' })
    await page.goto('/')
    await page.getByText('What would you like to know?').waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill('audit')
    await option(page, /^Audit of the sheds/).waitFor()
    await settled()
    expect((await labels())[0]).toBe('Audit log')
    expect(await documents()).toEqual([expect.stringContaining('Audit of the sheds')])

    await field(page).fill('old crane')
    await option(page, /^Cranes/).waitFor()
    await settled()
    expect(await documents()).toEqual([expect.stringContaining('Cranes')])

    // From here on the service says nothing more.
    await page.route('**/v1/search**', () => {})
    await field(page).fill('salaries')
    expect(await documents()).toEqual([])
    await field(page).fill('old crane l')
    await expect.poll(documents).toEqual([expect.stringContaining('Cranes')])
    await page.keyboard.press('Escape')
    await app.call(ada.key, 'DELETE', '/v1/notes/audit')
    expect(problems).toEqual([])
    await context.close()
  })

  test('an item or an assistant chosen in the palette shows, also on its own screen', async () => {
    await app.dataSource('acme', 'sheds')
    for (const name of ['Lantern', 'Winch'])
      await app.call(
        ada.key,
        'POST',
        '/v1/ask/index',
        contentFixture({ rootId: 'sheds', id: name, title: `${name} manual`, url: `sheds/${name}.md` }),
      )
    const { page, context, problems } = await open(ada)
    const choose = async (words: string, name: RegExp) => {
      await page.keyboard.press('Control+k')
      await field(page).fill(words)
      await option(page, name).first().click()
      await palette(page).waitFor({ state: 'detached' })
    }
    const items = page.getByRole('searchbox', { name: 'Search by title' })
    await page.goto('/data-sources/sheds')
    await page.getByRole('button', { name: /^Lantern manual/ }).waitFor()
    for (const [name, other] of [
      ['Lantern', 'Winch'],
      ['Winch', 'Lantern'],
    ]) {
      await choose(`${name} manual`, new RegExp(`^${name} manual`))
      await expect.poll(() => items.inputValue()).toBe(`${name} manual`)
      await page.getByRole('button', { name: new RegExp(`^${other} manual`) }).waitFor({ state: 'detached' })
    }
    // Chosen once more after other words were typed.
    await items.fill('lan')
    await page.waitForURL('**/data-sources/sheds?q=lan')
    await choose('Winch manual', /^Winch manual/)
    await expect.poll(() => items.inputValue()).toBe('Winch manual')
    await choose('ticke', /^tickets$/)
    await page.getByRole('heading', { level: 1, name: 'tickets' }).waitFor()
    await expect.poll(() => items.inputValue()).toBe('')

    await page.goto('/')
    const scope = (label: string) => page.getByRole('button', { name: new RegExp(`Search in.*${label}`) })
    await scope('Everything').waitFor()
    await choose('guid', /^guide$/)
    await scope('guide').waitFor()
    await scope('guide').click()
    await page
      .getByRole('dialog', { name: 'Search in' })
      .getByRole('button', { name: /^Everything/ })
      .click()
    await scope('Everything').waitFor()
    await choose('guid', /^guide$/)
    await scope('guide').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('notes are found by the beginning of their title; of a long path the nearest note stays whole', async () => {
    const notes = [
      { id: 'north', title: 'Handbook of the northern harbour with all of its piers, gates, cranes and sheds' },
      { id: 'winter', parent: 'north', title: 'Winter service team' },
      { id: 'salt', parent: 'winter', title: 'Salt plan', content: 'It is spread at minus two degrees.' },
    ]
    for (const note of notes) await app.note('acme', note)
    const { page, context, problems } = await open(ada)
    await page.goto('/')
    await page.getByRole('button', { name: /Search in/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Search in' })
    await dialog.getByRole('searchbox').fill('sal pl')
    const found = dialog.getByRole('button', { name: /^Salt plan/ })
    await found.waitFor()
    const pieces = await found
      .locator('[data-text]')
      .evaluateAll((elements: { scrollWidth: number; clientWidth: number }[]) =>
        elements.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      )
    expect(pieces).toEqual([true, false, false])
    expect(problems).toEqual([])
    await context.close()
    for (const { id } of notes.reverse()) await app.call(ada.key, 'DELETE', `/v1/notes/${id}`)
  })

  test('a viewer finds neither hidden notes nor what only writers and admins can do', async () => {
    const { page, context, problems } = await open(vera)
    await page.goto('/')
    await page.getByText('What would you like to know?').waitFor()
    await page.keyboard.press('Control+k')
    await option(page, 'Cranes').waitFor()
    for (const name of ['New note…', 'Import files…', 'Connect a source', 'Insights', 'Members', /Salaries/])
      await expect.poll(() => option(page, name).count()).toBe(0)
    await field(page).fill('Nobody else reads this')
    await palette(page).getByText('Searching…').first().waitFor({ state: 'detached' })
    await expect.poll(() => option(page, /Salaries/).count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

  test('keys are shortcuts everywhere but in fields, and can be switched off', async () => {
    const { page, context, problems } = await open(ada)
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('')
    await page.getByLabel('Ask a question').pressSequentially('g n ? / n')
    await expect.poll(() => page.getByLabel('Ask a question').inputValue()).toBe('g n ? / n')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByLabel('Ask a question').fill('')

    await page.locator('main').focus()
    await page.keyboard.press('Shift+?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Go to Data sources').waitFor()
    await expectClean(page, 'shortcuts')
    // No shortcut reaches through an open dialog.
    await page.keyboard.press('n')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.locator('main').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL('**/data-sources')
    await page.getByRole('heading', { name: 'Data sources' }).waitFor()

    await page.locator('main').focus()
    await page.keyboard.press('Shift+?')
    await help.getByLabel(/Use single-key shortcuts/).uncheck()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.locator('main').focus()
    await page.keyboard.press('Shift+?')
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/data-sources')
    await expect.poll(() => help.count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a dialog opens with the focus in its first field', async () => {
    const { page, context } = await open(ada)
    const focused = () =>
      page.evaluate(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.textContent',
      )
    await page.goto('/data-sources')
    await page.getByRole('button', { name: 'New data source' }).click()
    await expect.poll(focused).toBe('Name')
    await page.goto('/notes?open=new')
    await expect.poll(focused).toMatch(/^Private/)
    await context.close()
  })

  test.each(looks)(
    'a search is narrowed, shared by its address and opened: $driver, $colorScheme, $width px',
    async (look) => {
      const { page, context, problems } = await open(ada, look)
      const { press, enterText, toggle } = drivers[look.driver](page)
      await page.goto('/')
      await page.getByText('What would you like to know?').waitFor()
      await page.locator('main').focus()
      await page.keyboard.press('/')
      await page.getByText('Find anything you can see').waitFor()
      const box = page.getByRole('searchbox', { name: 'Search all notes and sources' })
      await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
      await expectClean(page, 'search-start')
      await enterText(box, 'seven')
      const results = page.getByRole('main').getByRole('listitem')
      await results.getByRole('link', { name: 'Gates of the harbour' }).waitFor()
      await results.getByRole('link', { name: 'Door' }).waitFor()
      await expect.poll(() => results.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['seven']))
      await expectClean(page, 'search')
      expect(new URL(page.url()).search).toBe('?q=seven')

      await page.getByLabel('Source', { exact: true }).selectOption('Notes')
      await results.getByRole('link', { name: 'Door' }).waitFor({ state: 'detached' })
      await toggle(page.getByLabel('Verified only'))
      await page.getByText('Nothing found for “seven”').waitFor()
      await expectClean(page, 'search-empty')
      expect(new URL(page.url()).search).toBe('?q=seven&notes=1&verified=1')
      await page.goBack()
      await results.getByRole('link', { name: 'Gates of the harbour' }).waitFor()
      await page.reload()
      await results.getByRole('link', { name: 'Gates of the harbour' }).waitFor()
      await expect.poll(() => page.getByLabel('Source', { exact: true }).inputValue()).toBe('notes')
      await press(page.getByRole('button', { name: 'Clear filters' }))
      await results.getByRole('link', { name: 'Door' }).waitFor()

      await box.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('End')
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
      for (let presses = 0; presses < 4; presses += 1) {
        await page.keyboard.press('ArrowDown')
        if ((await page.evaluate('document.activeElement.textContent')) === 'Gates of the harbour') break
      }
      await page.keyboard.press('Enter')
      await page.waitForURL('**/notes/gate')
      expect(problems).toEqual([])
      await context.close()
    },
  )

  test.each(looks)('favourites, recent notes and the way to a note: $driver, $colorScheme, $width px', async (look) => {
    const { page, context, problems } = await open(vera, look)
    const { press } = drivers[look.driver](page)
    await page.goto('/notes/top')
    // A note without text lists its subpages.
    await page.getByRole('region', { name: 'Subpages' }).getByRole('link', { name: 'Cranes' }).waitFor()
    await expectClean(page, 'subpages')
    await press(page.getByRole('region', { name: 'Subpages' }).getByRole('link', { name: 'Cranes' }))
    await page.getByText('The old crane lifts four tons.').waitFor()
    const location = page.getByRole('navigation', { name: 'Location' })
    await expect.poll(() => location.getByRole('link').allTextContents()).toEqual(['Notes', 'Harbour handbook'])
    await press(page.getByRole('button', { name: 'Add to favourites' }))
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await expectClean(page, 'note')

    await press(location.getByRole('link', { name: 'Notes' }))
    const favourites = page.getByRole('navigation', { name: 'Favourites' })
    await favourites.getByRole('link', { name: 'Cranes' }).waitFor()
    const recent =
      look.width < 1024
        ? page.getByRole('navigation', { name: 'Recent' })
        : page.getByRole('region', { name: 'Recently opened' })
    await recent.getByRole('link').first().waitFor()
    await expect
      .poll(() => recent.getByRole('link').allTextContents())
      .toEqual([expect.stringContaining('Cranes'), expect.stringContaining('Harbour handbook')])
    if (look.width >= 1024) {
      const edited = page.getByRole('region', { name: 'Recently edited' })
      await edited.getByRole('link').first().waitFor()
      expect((await edited.textContent()) ?? '').not.toContain('Salaries')
    }
    await expectClean(page, 'notes')
    const { body } = await app.call(vera.key, 'GET', '/v1/me/favourites')
    expect(body.notes.map(({ id }: { id: string }) => id)).toEqual(['crane'])

    await press(favourites.getByRole('link', { name: 'Cranes' }))
    await press(page.getByRole('button', { name: 'Remove from favourites' }))
    await page.getByRole('button', { name: 'Add to favourites' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})
