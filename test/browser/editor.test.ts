import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('writing notes: toolbar, preview in the text, menus, tables, tasks')

const screenshots = process.env.SCREENSHOTS
const sample = `## Before the launch

Text with **bold**, *italic* and \`code\`, and a [link](https://example.com/plan).

- [ ] Write the plan
- [x] Book the room
- plain item

> [!WARNING]
> The door closes at six.

| Step | Owner |
| --- | --- |
| Plan | **Ada** |
| Room | Ben |

\`\`\`js
const answer = 42 // the answer
\`\`\`

Last line.`

async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!screenshots) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true })
}

describe.skipIf(browserUnavailableReason)('the editor', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada')
  })
  afterAll(() => app?.closeAll())

  const newNote = (content: string, title = 'Launch') => app.note('acme', { title, content })
  const stored = async (id: string): Promise<string> => (await app.call(ada.key, 'GET', `/v1/notes/${id}`)).body.content
  const textBox = (page: Page) => page.getByRole('textbox', { name: 'Content' })
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
  const openEditor = async (id: string, options = {}) => {
    const opened = await app.openPage({ organizationId: 'acme', person: ada }, options)
    await opened.page.goto(`/notes/${id}`)
    await opened.page.getByRole('button', { name: 'Edit', exact: true }).click()
    await textBox(opened.page).waitFor()
    return opened
  }
  const finish = async (page: Page) => {
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  }
  /** The menu takes no keys while it waits for the notes that match the last letter. */
  const menuIsReady = (page: Page) =>
    page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)').waitFor()
  const views = [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const

  test.each(views)('shows Markdown as it will read, $colorScheme, $width px', async ({ colorScheme, width }) => {
    const id = await newNote(sample)
    const { page, context, problems } = await openEditor(id, { colorScheme, width, height: 900 })
    const text = textBox(page)
    await text.press('ControlOrMeta+End')
    await text.getByRole('checkbox', { name: 'Book the room' }).waitFor()
    await expect.poll(() => text.getByRole('checkbox', { name: 'Book the room' }).isChecked()).toBe(true)
    await text.getByRole('cell', { name: 'Ada', exact: true }).waitFor()
    const shown = (await text.textContent()) ?? ''
    for (const hidden of ['##', '**', '](', '[!WARNING]', '| ---']) expect(shown).not.toContain(hidden)
    await takeScreenshot(page, `editor-${colorScheme}-${width}`)
    expect(await findAxeViolations(page)).toEqual([])
    await finish(page)
    expect(await stored(id)).toBe(sample)
    await takeScreenshot(page, `reader-${colorScheme}-${width}`)
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  test('a long title wraps on a phone, and Enter leads from it to the text', async () => {
    const id = await newNote('Text.', 'How we order replacement lanterns for Leipzig, Kobe and Halifax in winter')
    const { page, context } = await openEditor(id, { width: 390 })
    const title = page.getByRole('textbox', { name: 'Title' })
    const hidden = () =>
      title.evaluate(
        (field: { scrollWidth: number; clientWidth: number; scrollHeight: number; clientHeight: number }) =>
          field.scrollWidth > field.clientWidth || field.scrollHeight > field.clientHeight,
      )
    expect(await hidden()).toBe(false)
    await title.press('ControlOrMeta+End')
    await title.pressSequentially(' and in the spring of every other year')
    expect(await hidden()).toBe(false)
    await title.press('Enter')
    await expect
      .poll(() => textBox(page).evaluate((box: { matches(selector: string): boolean }) => box.matches(':focus')))
      .toBe(true)
    await finish(page)
    expect((await app.call(ada.key, 'GET', `/v1/notes/${id}`)).body.title).toMatch(/winter and in the spring of every/)
    await context.close()
  })

  test('formats with the mouse', async () => {
    const id = await newNote('one\n\ntwo\n\n- [ ] three')
    const { page, context, problems } = await openEditor(id)
    await tool(page, 'Heading').click()
    await expect.poll(() => tool(page, 'Heading').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('ControlOrMeta+End')
    await textBox(page).getByRole('checkbox', { name: 'three' }).click()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('word')
    await tool(page, 'Bold').click()
    await finish(page)
    expect(await stored(id)).toBe('## one\n\ntwo\n\n- [x] three\n**word**')
    expect(problems).toEqual([])
    await context.close()
  })

  test('formats with the keyboard alone: toolbar, shortcuts and tasks', async () => {
    const id = await newNote('one')
    const { page, context, problems } = await openEditor(id)
    const { keyboard } = page
    await keyboard.press('ControlOrMeta+a')
    await keyboard.press('Shift+Tab')
    await keyboard.press('Shift+Tab')
    expect(await tool(page, 'Bold').evaluate(isFocused)).toBe(true)
    await keyboard.press('ArrowRight')
    await keyboard.press('End')
    expect(await tool(page, 'Callout').evaluate(isFocused)).toBe(true)
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await keyboard.press('Enter')
    await keyboard.press('ControlOrMeta+End')
    await keyboard.press('Enter')
    await keyboard.press('ControlOrMeta+Shift+Digit9')
    await keyboard.type('task')
    await keyboard.press('ControlOrMeta+Enter')
    await keyboard.press('Tab')
    await page.getByRole('button', { name: 'Done' }).focus()
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await stored(id)).toBe('*one*\n- [x] task')
    expect(problems).toEqual([])
    await context.close()
  })

  test('offers blocks after a slash and notes after two brackets', async () => {
    await newNote('', 'Harbour [old] rules')
    const id = await newNote('')
    const { page, context, problems } = await openEditor(id)
    const { keyboard } = page
    await keyboard.type('/')
    await page.getByRole('option', { name: 'Heading 2' }).waitFor()
    await keyboard.type('quo')
    await page.getByRole('option', { name: 'Heading 2' }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Quotation' }).waitFor()
    await menuIsReady(page)
    await takeScreenshot(page, 'editor-slash')
    await keyboard.press('Enter')
    // The beginning of a word of its title is enough.
    await keyboard.type('See [[harb')
    await page.getByRole('option', { name: 'Harbour [old] rules' }).waitFor()
    await menuIsReady(page)
    await takeScreenshot(page, 'editor-links')
    await keyboard.press('Enter')
    await keyboard.type(' and/or')
    await finish(page)
    expect(await stored(id)).toMatch(/^> See \[Harbour \\\[old\\\] rules\]\(\/notes\/[^)]+\) and\/or$/)
    expect(problems).toEqual([])
    await context.close()
  })

  test('goes through the cells of a table with Tab', async () => {
    const id = await newNote('Above\n\n| a | b |\n| --- | --- |\n| c | d |')
    const { page, context, problems } = await openEditor(id)
    const { keyboard } = page
    await textBox(page).getByRole('cell', { name: 'd' }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    await keyboard.press('Tab')
    await keyboard.type('B')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type('e')
    await tool(page, 'Add column').click()
    await expect
      .poll(() => stored(id))
      .toBe('Above\n\n| a | Column | B |\n| --- | --- | --- |\n| c |   | d |\n| e |   |  |')
    await tool(page, 'Delete column').click()
    await tool(page, 'Delete row').click()
    // On a phone as well, every button is in sight.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate("Math.sign(document.querySelector('[role=toolbar]').scrollWidth - innerWidth)")).toBe(-1)
    await takeScreenshot(page, 'editor-table')
    await finish(page)
    expect(await stored(id)).toBe('Above\n\n| a | B |\n| --- | --- |\n| c | d |')
    expect(problems).toEqual([])
    await context.close()
  })

  test('tasks are ticked in the reader, and not over a change of someone else', async () => {
    const id = await newNote('- [ ] first\r\n- [ ] second')
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto(`/notes/${id}`)
    await page.getByRole('checkbox', { name: 'first' }).click()
    await expect.poll(() => stored(id)).toBe('- [x] first\r\n- [ ] second')
    await page.getByRole('checkbox', { name: 'second' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => stored(id)).toBe('- [x] first\r\n- [x] second')
    await app.call(ada.key, 'PUT', `/v1/notes/${id}`, { markdown: '- [ ] theirs' })
    await page.getByRole('checkbox', { name: 'first' }).click()
    await page.getByText('Someone else changed this note').waitFor()
    await page.getByRole('checkbox', { name: 'theirs' }).waitFor()
    expect(await stored(id)).toBe('- [ ] theirs')
    const rita = await app.person('acme', 'rita', { role: 'viewer' })
    const viewer = await app.openPage({ organizationId: 'acme', person: rita })
    await viewer.page.goto(`/notes/${id}`)
    await expect.poll(() => viewer.page.getByRole('checkbox', { name: 'theirs' }).isDisabled()).toBe(true)
    await viewer.context.close()
    expect(problems).toEqual([])
    await context.close()
  })

  test('a tick that waits for another one changes nothing if the text turns out to be another', async () => {
    const id = await newNote('- [ ] first\n- [ ] second\n- [ ] third')
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto(`/notes/${id}`)
    const task = (name: string) => page.getByRole('checkbox', { name })
    await task('second').waitFor()
    await app.call(ada.key, 'PUT', `/v1/notes/${id}`, { markdown: '- [ ] new\n- [ ] first\n- [ ] second\n- [ ] third' })
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/v1/notes/${id}`, async (route) => {
      await isReleased
      await route.continue()
    })
    await task('first').click()
    await task('second').click()
    release()
    await page.getByText('Someone else changed this note').waitFor()
    await task('new').waitFor()
    // Ticks are saved in order: once this one is, the one before it has been handled.
    await task('third').click()
    await expect.poll(() => stored(id)).toBe('- [ ] new\n- [ ] first\n- [ ] second\n- [x] third')
    expect(problems).toEqual([])
    await context.close()
  })

  test('a note says which notes link to it', async () => {
    const id = await newNote('Target.', 'Target')
    await newNote(`See [it](/notes/${id}).`, 'Linking note')
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto(`/notes/${id}`)
    const linked = page.getByRole('region', { name: 'Linked from' })
    expect(await findAxeViolations(page)).toEqual([])
    await page.evaluate('window.isSamePage = true')
    await linked.getByRole('link', { name: 'Linking note' }).click()
    await page.getByRole('heading', { name: 'Linking note' }).waitFor()
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })

  test('links to notes and to sections open without a new page, by mouse and by keyboard', async () => {
    const filler = 'A line.\n\n'.repeat(60)
    const target = await newNote(`## Far below\n\n${filler}## What’s new?\n\nEnd.`, 'Target of links')
    const parent = await newNote('', 'Parent without text')
    await app.note('acme', { title: 'Only subpage', content: 'Sub.', parent })
    const from = await newNote(
      `[to the end](#the-end)\n\n${filler}## The end\n\n[the target](/notes/${target}), [its news](${app.url}/notes/${target}#whats-new), [elsewhere](https://wiki.example/notes/${target}), [the parent](/notes/${parent})`,
      'Note with links',
    )
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
    const link = (name: string) => page.locator('.prose').getByRole('link', { name, exact: true })
    await page.goto(`/notes/${from}`)
    await page.evaluate('window.isSamePage = true')
    await link('to the end').click()
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500)
    await expect.poll(() => page.getByRole('heading', { name: 'The end' }).evaluate(isFocused)).toBe(true)
    expect(new URL(page.url()).pathname).toBe(`/notes/${from}`)
    await expect.poll(() => link('elsewhere').getAttribute('target')).toBe('_blank')
    await link('the target').click()
    await heading('Target of links')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await heading('Note with links')
    await link('its news').press('Enter')
    await heading('Target of links')
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(500)
    await page.goBack()
    await heading('Note with links')
    await link('the parent').click()
    await page.getByRole('region', { name: 'Subpages' }).getByRole('link', { name: 'Only subpage' }).click()
    await heading('Only subpage')
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    const opened = context.waitForEvent('page')
    await page.goto(`/notes/${from}`)
    await link('the target').click({ modifiers: ['ControlOrMeta'] })
    await (await opened).close()
    expect(problems).toEqual([])
    await context.close()
  })

  test('a new note begins with its title, also from the keyboard alone', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/notes')
    await page.getByRole('button', { name: 'New note' }).first().click()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).evaluate(isFocused)).toBe(true)
    await page.keyboard.type('Kitchen rota')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ada on Monday')
    const id = new URL(page.url()).pathname.split('/').at(-1) as string
    await finish(page)
    expect((await app.call(ada.key, 'GET', `/v1/notes/${id}`)).body).toMatchObject({
      title: 'Kitchen rota',
      content: 'Ada on Monday',
    })
    expect(problems).toEqual([])
    await context.close()
  })

  test('formatted text is pasted as Markdown, and undone in one step; in code it stays plain', async () => {
    const id = await newNote('Before')
    const { page, context, problems } = await openEditor(id)
    const paste = (html: string, text: string) =>
      textBox(page).evaluate(pasteInto, { 'text/html': html, 'text/plain': text })
    await page.keyboard.press('ControlOrMeta+End')
    const html = '<h2>Rota</h2><ul><li>Ada <b>cooks</b></li></ul>'
    await paste(html, 'Rota\nAda cooks')
    await expect.poll(() => textBox(page).getByText('Rota').count()).toBe(1)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => textBox(page).getByText('Rota').count()).toBe(0)
    await paste(html, 'Rota\nAda cooks')
    await page.keyboard.type('\n\n\n```\n')
    await paste('<b>x</b>', 'x')
    await finish(page)
    expect(await stored(id)).toMatch(/^Before\n\n## Rota\n\n- Ada \*\*cooks\*\*\n+```\nx/)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a new note starts from a template as a private draft, and is published', async () => {
    const ben = await app.person('acme', 'ben')
    const templateId = await newNote('## Attendees', 'Minutes')
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto(`/notes/${templateId}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Use as template' }).click()
    await page.getByText('Offered as a template for new notes').waitFor()
    await page.getByRole('button', { name: 'Add notes' }).click()
    await page.getByRole('menuitem', { name: 'New note…' }).click()
    await page.getByLabel('Start from').selectOption({ label: 'Minutes' })
    await takeScreenshot(page, 'new-note')
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create' }).click()
    await textBox(page).getByText('Attendees').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) as string
    await page.getByText('Only you can see this note.').waitFor()
    expect((await app.call(ben.key, 'GET', `/v1/notes/${id}`)).status).toBe(404)
    await page.getByRole('button', { name: 'Publish…' }).click()
    await takeScreenshot(page, 'publish')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Only you can see this note.').waitFor({ state: 'detached' })
    expect((await app.call(ben.key, 'GET', `/v1/notes/${id}`)).body.content).toBe('## Attendees')
    expect(problems).toEqual([])
    await context.close()
  })
})

/** A function of the page, which has a document; ours here has none. */
const isFocused = new Function('target', 'return document.activeElement === target') as (target: unknown) => boolean

const pasteInto = new Function(
  'target',
  'texts',
  `const clipboardData = new DataTransfer()
  for (const type in texts) clipboardData.setData(type, texts[type])
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`,
) as (target: unknown, texts: Record<string, string>) => void
