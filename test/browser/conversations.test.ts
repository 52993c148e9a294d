import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeLlm } from '../support/fake-llm.ts'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver } from './input-driver.ts'
import { installOutages } from './outage.ts'

warnIfSkipped('conversations: their address, follow-ups, list, sharing, regenerating, editing and stopping')

const gateQuestion = 'When does the blue harbour gate open?'
const craneQuestion = 'How much does the yellow crane lift?'

async function fillOrganization(app: BrowserApp): Promise<{ ada: Person; ben: Person }> {
  await app.organization('harbour')
  const ada = await app.person('harbour', 'Ada', { role: 'admin', groups: ['Crew'] })
  const ben = await app.person('harbour', 'Ben')
  await app.note('harbour', {
    id: 'gate',
    title: 'Gates',
    content: 'The blue harbour gate opens at seven in the morning.',
    audience: ['group:Crew'],
  })
  await app.note('harbour', { id: 'crane', title: 'Crane', content: 'The yellow crane lifts forty tonnes.' })
  return { ada, ben }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page) => page.getByLabel('Ask a question')
const questions = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents()
const answers = (page: Page) => button(page, 'Good answer')

async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count()
  await box(page).fill(question)
  await page.keyboard.press('Enter')
  await answers(page).nth(before).waitFor()
}

async function beginConversation(page: Page, question: string): Promise<string> {
  await page.goto('/')
  await ask(page, question)
  await page.waitForURL(/\/ask\/[\da-f-]{36}$/)
  return new URL(page.url()).pathname
}

describe.skipIf(browserUnavailableReason)('a conversation', () => {
  let app: BrowserApp
  let ada: Person
  let ben: Person
  beforeAll(async () => {
    app = await startBrowserApp()
    ;({ ada, ben } = await fillOrganization(app))
  })
  afterAll(() => app.closeAll())
  const openAs = (person: Person, options = {}) => app.openPage({ organizationId: 'harbour', person }, options)

  test('has its own address: it survives a reload, back and forward, and a new question begins another', async () => {
    const { page, context, problems } = await openAs(ada)
    const first = await beginConversation(page, craneQuestion)
    await ask(page, 'And how much does it lift?')
    await page.getByText('Understood as: ').waitFor()
    expect(await questions(page)).toEqual([craneQuestion, 'And how much does it lift?'])
    await page.reload()
    await answers(page).nth(1).waitFor()
    expect(await questions(page)).toEqual([craneQuestion, 'And how much does it lift?'])
    expect(await page.title()).toContain(craneQuestion)

    await button(page, 'New question').click()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await ask(page, gateQuestion)
    const second = new URL(page.url()).pathname
    expect(second).not.toBe(first)
    expect(await questions(page)).toEqual([gateQuestion])
    await page.goBack()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await page.goBack()
    await page.waitForURL(`**${first}`)
    await expect.poll(() => questions(page)).toEqual([craneQuestion, 'And how much does it lift?'])
    await page.goForward()
    await page.goForward()
    await page.waitForURL(`**${second}`)
    await expect.poll(() => questions(page)).toEqual([gateQuestion])
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([
    { width: 390, height: 700 },
    { width: 1280, height: 520 },
  ])('shows a follow-up at the top, whatever is above it: $width × $height px', async (view) => {
    const { page, context, problems } = await openAs(ada, view)
    await beginConversation(page, craneQuestion)
    const distances = () =>
      page.evaluate<{ question: number; answerEnd: number; header: number }>(`(() => {
        const article = [...document.querySelectorAll('article')].at(-1)
        const header = document.querySelector('#root header')
        return {
          question: article.querySelector('h2').getBoundingClientRect().top,
          answerEnd: article.querySelector('.prose')?.getBoundingClientRect().bottom ?? Infinity,
          header: header.checkVisibility() ? header.getBoundingClientRect().bottom : 0,
        }
      })()`)
    for (const question of ['And how much does it lift?', gateQuestion]) {
      await ask(page, question)
      expect((await questions(page)).at(-1)).toBe(question)
      await expect.poll(async () => (await distances()).question).toBeLessThan(view.height / 4)
      const { question: top, answerEnd, header } = await distances()
      expect(top).toBeGreaterThan(header)
      expect(answerEnd).toBeLessThan(view.height)
    }
    expect(problems).toEqual([])
    await context.close()
  })

  test('is regenerated and edited in its place, with the keyboard alone', async () => {
    const { page, context, problems } = await openAs(ada)
    await beginConversation(page, craneQuestion)
    await ask(page, gateQuestion)
    const hands = keyboardDriver(page)
    await hands.press(button(page, 'Regenerate'))
    await expect.poll(() => answers(page).count()).toBe(2)
    expect(await questions(page)).toEqual([craneQuestion, gateQuestion])

    await hands.press(button(page, 'Edit').first())
    const form = page.getByLabel('Edit your question')
    await page.getByText('Replaces this answer and everything after it.').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await hands.press(button(page, 'Edit').first())
    await form.fill('What does the yellow crane lift?')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await hands.press(button(page, 'Continue editing'))
    expect(await form.inputValue()).toBe('What does the yellow crane lift?')
    await page.reload()
    await answers(page).first().waitFor()
    await hands.press(button(page, 'Continue editing'))
    expect(await form.inputValue()).toBe('What does the yellow crane lift?')
    await page.keyboard.press('Enter')
    await expect.poll(() => questions(page)).toEqual(['What does the yellow crane lift?'])
    await answers(page).waitFor()
    await page.reload()
    await answers(page).waitFor()
    expect(await questions(page)).toEqual(['What does the yellow crane lift?'])
    expect(problems).toEqual([])
    await context.close()
  })

  test('keeps an edited question until its answer has arrived, through an outage, a stop and a reload', async () => {
    const { page, context, problems } = await openAs(ada)
    const setService = await installOutages(context)
    await beginConversation(page, craneQuestion)
    const form = page.getByLabel('Edit your question')
    const edited = 'What does the yellow crane lift?'
    await button(page, 'Edit').click()
    await form.fill(edited)
    setService('down')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Can’t reach the service').waitFor()
    setService('up')
    await page.reload()
    await button(page, 'Continue editing').click()
    expect(await form.inputValue()).toBe(edited)

    await page.route('**/v1/ask', () => {})
    await page.keyboard.press('Enter')
    await button(page, 'Stop').click()
    await button(page, 'Continue editing').click()
    expect(await form.inputValue()).toBe(edited)
    expect(await box(page).inputValue()).toBe('')
    await page.keyboard.press('Enter')
    await button(page, 'Stop').waitFor()
    await page.reload()
    await button(page, 'Continue editing').click()
    expect(await form.inputValue()).toBe(edited)

    await page.unroute('**/v1/ask')
    await page.keyboard.press('Enter')
    await expect.poll(() => questions(page)).toEqual([edited])
    await answers(page).waitFor()
    await button(page, 'Edit').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('opens at its last question, and after a note that was read, where it was left', async () => {
    const { page, context, problems } = await openAs(ada, { width: 1280, height: 420 })
    await beginConversation(page, craneQuestion)
    for (const question of [gateQuestion, 'And how much does it lift?']) await ask(page, question)
    const titles = page.getByRole('article').getByRole('heading', { level: 2 })
    await page.reload()
    await expect.poll(() => titles.count()).toBe(3)
    await expect
      .poll(() =>
        titles
          .nth(2)
          .boundingBox()
          .then((box) => box?.y),
      )
      .toBeLessThan(200)
    expect((await titles.nth(2).boundingBox())?.y).toBeGreaterThanOrEqual(0)

    await titles.nth(0).scrollIntoViewIfNeeded()
    const left = await page.evaluate('scrollY')
    expect((await titles.nth(0).boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.getByRole('link', { name: 'Notes', exact: true }).click()
    await page.getByRole('treeitem', { name: 'Gates' }).waitFor()
    await page.goBack()
    await expect.poll(() => titles.count()).toBe(3)
    await expect.poll(() => page.evaluate('scrollY')).toBe(left)
    expect(problems).toEqual([])
    await context.close()
  })

  test('shows the answer to a long question, and the whole question on request', async () => {
    const { page, context, problems } = await openAs(ada, { width: 390, height: 700 })
    const mail = `Hello,\n${'we unloaded the ship and found nothing unusual at all. '.repeat(40)}\n${craneQuestion}`
    await beginConversation(page, mail)
    const heading = page.getByRole('article').getByRole('heading', { level: 2 })
    const height = async () => (await heading.boundingBox())?.height ?? 0
    expect(await height()).toBeLessThan(140)
    expect(await heading.textContent()).toBe(mail)
    await button(page, 'Whole question').click()
    await expect.poll(height).toBeGreaterThan(500)
    expect(await button(page, 'Whole question').getAttribute('aria-expanded')).toBe('true')
    expect(await findAxeViolations(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })

  // 1280 × 1024 px at 400 %: https://www.w3.org/TR/WCAG22/#reflow
  test('leaves the screen to the answer where it is enlarged to 400 %', async () => {
    const { page, context, problems } = await openAs(ada, { width: 320, height: 256 })
    await beginConversation(page, craneQuestion)
    await page.evaluate('scrollTo(0, 0)')
    await expect
      .poll(() =>
        box(page)
          .boundingBox()
          .then((field) => field?.y),
      )
      .toBeGreaterThan(256)
    await box(page).scrollIntoViewIfNeeded()
    await ask(page, 'And how much does it lift?')
    expect(problems).toEqual([])
    await context.close()
  })

  const views = [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 390 },
  ] as const

  test.each(views)('is listed, renamed and deleted, $colorScheme, $width px', async ({ colorScheme, width }) => {
    const { page, context, problems } = await openAs(ada, { colorScheme, width, height: 900 })
    const address = await beginConversation(page, craneQuestion)
    await ask(page, 'And how much does it lift?')
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, `conversation-${colorScheme}-${width}`)
    const title = `Cranes, ${colorScheme} ${width}`

    await button(page, 'Conversations').click()
    const list = page.getByRole('dialog', { name: 'Conversations' })
    await list
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByLabel('Title').fill(title)
    await button(page, 'Rename').click()
    const row = list.getByRole('listitem').filter({ hasText: title })
    await row.waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, `conversations-${colorScheme}-${width}`)
    await list.getByLabel('Search conversations').fill(title)
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)

    const remove = async () => {
      await row.getByRole('button', { name: `Actions for “${title}”` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await remove()
    const question = page.getByRole('dialog', { name: 'Delete this conversation?' })
    await button(page, 'Cancel').click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => row.count()).toBe(1)
    await remove()
    await question.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await page.goto(address)
    await page.getByText('You don’t have access to this conversation').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('is shared with those who can see its sources, to read only', async () => {
    const { page, context, problems } = await openAs(ada)
    const address = await beginConversation(page, craneQuestion)
    const his = await openAs(ben)
    await his.page.goto(address)
    await his.page.getByText('You don’t have access to this conversation').waitFor()

    await button(page, 'Share conversation').click()
    await page.getByLabel('Everyone in the organization').check()
    expect(await findAxeViolations(page)).toEqual([])
    await takeScreenshot(page, 'share-conversation')
    await button(page, 'Save').click()
    await page.getByText('Sharing updated').waitFor()
    await his.page.reload()
    await his.page.getByText('Shared by Ada').waitFor()
    expect(await questions(his.page)).toEqual([craneQuestion])
    await expect.poll(() => box(his.page).count()).toBe(0)
    for (const name of ['Regenerate', 'Edit', 'Good answer', 'Share', 'Share conversation'])
      await expect.poll(() => button(his.page, name).count()).toBe(0)
    expect(await findAxeViolations(his.page)).toEqual([])

    await ask(page, gateQuestion)
    await his.page.reload()
    await his.page.getByText('You don’t have access to this conversation').waitFor()
    expect(await his.page.content()).not.toContain('seven')
    expect([...problems, ...his.problems]).toEqual([])
    await his.context.close()
    await context.close()
  })
})

describe.skipIf(browserUnavailableReason)('an answer that is still written', () => {
  let app: BrowserApp
  let llm: Awaited<ReturnType<typeof startFakeLlm>>
  let ada: Person
  beforeAll(async () => {
    llm = await startFakeLlm()
    app = await startBrowserApp({ llm: { baseUrl: llm.baseUrl, model: 'm', apiKey: '' } })
    ;({ ada } = await fillOrganization(app))
  })
  afterAll(async () => {
    await app.closeAll()
    await llm.close()
  })

  test('can be stopped: the question stays, in the conversation and in the box, and can be asked again', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'harbour', person: ada })
    llm.setBehavior('stalls')
    await page.goto('/')
    await box(page).fill(craneQuestion)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/ask\/[\da-f-]{36}$/)
    await expect.poll(() => llm.prompts.length).toBeGreaterThan(0)
    await button(page, 'Stop').click()
    await page.getByText('Stopped.').waitFor()
    await expect.poll(() => box(page).inputValue()).toBe(craneQuestion)
    const thread = () => app.call(ada.key, 'GET', `/v1${new URL(page.url()).pathname.replace('ask', 'threads')}`)
    await expect.poll(async () => (await thread()).body.turns?.[0]?.state).toBe('stopped')

    llm.setBehavior('honest')
    await page.reload()
    await page.getByText('Stopped.').waitFor()
    await expect.poll(() => box(page).inputValue()).toBe(craneQuestion)
    await button(page, 'Ask again').click()
    await answers(page).waitFor()
    expect(await questions(page)).toEqual([craneQuestion])
    expect((await thread()).body.turns).toMatchObject([{ question: craneQuestion, state: 'done' }])
    expect(problems).toEqual([])
    await context.close()
  })
})

/** Saves what the page looks like in the folder SCREENSHOTS, if it is set. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
