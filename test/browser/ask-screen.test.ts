import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver, mouseDriver } from './input-driver.ts'
import { takeScreenshot } from './take-screenshot.ts'

warnIfSkipped('the Ask screen: sources beside the answer, previews of citations, and what to do without an answer')

const branches = ['Handbook', 'People and culture of the whole company', 'Working time, absence and holidays']
const sentence = 'Parental leave lasts 30 weeks at full pay.'
const filler = Array.from({ length: 30 }, (_, index) => `Paragraph ${index + 1} tells how the office is run.`)
const leave = [
  '# Leave',
  ...filler,
  '## Parents',
  `- **${sentence.slice(0, 14)}**${sentence.slice(14)}`,
  ...filler,
].join('\n\n')

const views = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 390, height: 900 },
] as const

describe.skipIf(browserUnavailableReason)('the Ask screen', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    ada = await app.person('acme', 'Ada', { role: 'admin' })
    const ben = await app.person('acme', 'Ben')
    for (const [index, title] of branches.entries())
      await app.note('acme', {
        id: `branch-${index}`,
        title,
        content: `About ${title.toLowerCase()}.`,
        ...(index > 0 && { parent: `branch-${index - 1}` }),
      })
    await app.note('acme', {
      id: 'leave',
      title: 'Parental leave',
      content: leave,
      parent: 'branch-2',
      updatedAt: new Date('2026-03-04T12:00:00Z'),
    })
    const owned = await app.call(ada.key, 'PUT', '/v1/notes/leave/owner', { userId: ben.id })
    expect(owned.status).toBe(200)
  })
  afterAll(() => app.closeAll())

  const open = (options = {}) => app.openPage({ organizationId: 'acme', person: ada }, options)

  async function ask(page: Page, question: string): Promise<void> {
    await page.goto('/')
    await page.getByLabel('Ask a question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
  }

  test('a note opens from its source at the section that is quoted', async () => {
    const { page, context, problems } = await open(views[0])
    await ask(page, 'How long does parental leave last?')
    await page.getByRole('region', { name: 'Sources' }).getByRole('button').click()
    await page.getByRole('complementary', { name: 'Parental leave' }).locator('mark').first().waitFor()
    await page.getByRole('link', { name: 'Open note' }).click()
    await page.waitForURL('**/notes/leave#section-parents')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Parents')
    await expect.poll(() => isInViewport(page, '#section-parents')).toBe(true)
    // The address of a section can be copied once it was opened from the outline.
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Leave' }).click()
    await page.waitForURL('**/notes/leave#section-leave')
    expect(problems).toEqual([])
    await context.close()
  })

  test.each(views)('a source opens beside the answer or over it, $colorScheme, $width px', async (view) => {
    const { page, context, problems } = await open(view)
    const isWide = view.width === 1440
    await ask(page, 'How long does parental leave last?')
    const card = page.getByRole('region', { name: 'Sources' }).getByRole('button')
    // The path and the date come with the stored answer.
    await card.getByTitle(branches.join(' › ')).waitFor()
    await expect.poll(() => card.textContent()).toContain(sentence)
    await expect.poll(() => card.textContent()).toContain('4 Mar 2026')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(view.width)
    expect(await isOnLineOfLastWord(page)).toBe(true)
    await page.getByText('Quoted from your notes', { exact: true }).first().waitFor()
    await takeScreenshot(page, `ask-answer-${view.colorScheme}-${view.width}`)

    await card.click()
    const source = page.getByRole(isWide ? 'complementary' : 'dialog', { name: 'Parental leave' })
    // Rendered as in the note: a heading, a list item and bold text.
    await source.getByRole('heading', { name: 'Parents' }).waitFor()
    const marks = source.getByRole('listitem').locator('mark')
    await expect.poll(async () => (await marks.allTextContents()).join('')).toBe(sentence)
    await expect.poll(() => source.locator('strong mark').textContent()).toBe(sentence.slice(0, 14))
    await expect.poll(() => isInViewport(page, 'li mark')).toBe(true)
    if (isWide) {
      const [answerBox, sourceBox] = await Promise.all([page.getByRole('article').boundingBox(), source.boundingBox()])
      expect((answerBox?.x ?? 0) + (answerBox?.width ?? 0)).toBeLessThanOrEqual(sourceBox?.x ?? 0)
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      // The answer stays usable.
      await page.getByLabel('Ask a question').fill('And for fathers?')
    }
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, `ask-source-${view.colorScheme}-${view.width}`, { fullPage: false })
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    ['the mouse', mouseDriver],
    ['the keyboard alone', keyboardDriver],
  ])('a source is opened and closed with %s, and the focus returns', async (_, driverOf) => {
    const { page, context, problems } = await open({ width: 1440 })
    await ask(page, 'How long does parental leave last?')
    const chip = page.getByRole('article').getByRole('button', { name: 'Source 1: Parental leave' }).first()
    // Whoever asked can go on asking.
    await expect.poll(() => hasFocus(page.getByLabel('Ask a question'))).toBe(true)
    const driver = driverOf(page)
    await driver.press(chip)
    const source = page.getByRole('complementary', { name: 'Parental leave' })
    await source.locator('li mark').first().waitFor()
    await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('true')
    await driver.press(source.getByRole('button', { name: 'Close source' }))
    await source.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(chip)).toBe(true)

    await driver.press(chip)
    await source.waitFor()
    await page.keyboard.press('Escape')
    await source.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('a citation is previewed under the mouse and under the focus of the keyboard', async () => {
    const { page, context, problems } = await open({ width: 1440 })
    await ask(page, 'How long does parental leave last?')
    await page.getByTitle(branches.join(' › ')).waitFor()
    const chip = page.getByRole('article').getByRole('button', { name: 'Source 1: Parental leave' }).first()
    const preview = page.getByRole('tooltip')
    await expect.poll(() => preview.count()).toBe(0)
    await chip.hover()
    await preview.waitFor()
    for (const text of ['Parental leave', sentence, ...branches, '4 Mar 2026'])
      await expect.poll(() => preview.textContent()).toContain(text)
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, 'ask-preview', { fullPage: false })
    // The pointer can move into it.
    await preview.hover()
    await expect.poll(() => preview.isVisible()).toBe(true)
    await page.mouse.move(0, 0)
    await preview.waitFor({ state: 'detached' })

    // From the composer back to the chip.
    for (let presses = 0; presses < 40 && !(await hasFocus(chip)); presses += 1) await page.keyboard.press('Shift+Tab')
    await preview.waitFor()
    await expect.poll(() => chip.getAttribute('aria-describedby')).toBe(await preview.getAttribute('id'))
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(chip)).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    { how: 'the mouse', driverOf: mouseDriver, colorScheme: 'light' as const, width: 1440 },
    { how: 'the keyboard alone', driverOf: keyboardDriver, colorScheme: 'dark' as const, width: 390 },
  ])('without an answer there is something to do, with $how', async ({ driverOf, ...view }) => {
    const { page, context, problems } = await open(view)
    const question = 'Which colour does the parental leave form have?'
    await page.goto('/')
    await page.getByLabel('Ask a question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Nearest notes' }).getByRole('link', { name: 'Parental leave' }).waitFor()
    const owner = page.getByRole('link', { name: 'Ask Ben, who owns “Parental leave”.' })
    await expect.poll(() => owner.getAttribute('href')).toMatch(/^mailto:ben%40acme\.test\?subject=Which%20colour/i)
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, `ask-nothing-${view.colorScheme}-${view.width}`)

    const driver = driverOf(page)
    await driver.press(page.getByRole('link', { name: 'Write this note' }))
    const dialog = page.getByRole('dialog', { name: 'New note' })
    await dialog.waitFor()
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe(question)
    await driver.press(dialog.getByRole('button', { name: 'Create' }))
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/\/notes\/[^?]+$/)
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(question)
    const noteId = new URL(page.url()).pathname.split('/').at(-1)
    expect(problems).toEqual([])
    await context.close()
    // Its title would be the nearest text to the question.
    expect((await app.call(ada.key, 'DELETE', `/v1/notes/${noteId}`)).status).toBe(204)
  })

  test('an answer does not take the focus from somebody who is elsewhere', async () => {
    const { page, context, problems } = await open({ width: 1440 })
    await page.goto('/')
    let answer = () => {}
    const isReleased = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/ask', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.getByLabel('Ask a question').fill('How long does parental leave last?')
    await page.keyboard.press('Enter')
    const history = page.getByRole('button', { name: 'History' })
    await page.getByText('Searching everything you can see…').waitFor()
    await history.focus()
    answer()
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    expect(await hasFocus(history)).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })
})

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.ownerDocument.activeElement === element)
}

/** Tells whether the first citation is on the line of the word before it. */
function isOnLineOfLastWord(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const chip = document.querySelector('article button.citation')
    const texts = document.createTreeWalker(chip.closest('li, p'), NodeFilter.SHOW_TEXT)
    let last
    while (texts.nextNode() && !chip.contains(texts.currentNode))
      if (texts.currentNode.data.trim() !== '') last = texts.currentNode
    const range = document.createRange()
    const end = last.data.trimEnd().length
    range.setStart(last, end - 1)
    range.setEnd(last, end)
    const word = range.getBoundingClientRect()
    const { top, bottom } = chip.getBoundingClientRect()
    return top < word.bottom && bottom > word.top
  })()`)
}

function isInViewport(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })()`)
}
