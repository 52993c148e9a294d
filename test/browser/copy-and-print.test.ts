import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

const address = 'https://notes.test/expenses'

warnIfSkipped('answers and notes, copied and printed')

describe.skipIf(browserUnavailableReason)('answers and notes outside the app', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', {
      id: 'expenses',
      title: 'Expenses <b>',
      content: 'To claim expenses:\n\n1. Scan the receipt for €145.\n2. Upload the scan to the portal.',
    })
  })
  afterAll(() => app.closeAll())

  const openAnswer = async () => {
    const { page } = await app.openPage({ organizationId: 'acme', person: ada }, { width: 1280 })
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('How do I claim expenses?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    return page
  }

  test('copied from the page, a citation is a number in brackets that links to its source', async () => {
    const page = await openAnswer()
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('article .prose'))`)
    await page.keyboard.press('ControlOrMeta+c')
    const copied = await readClipboard(page)
    expect(copied['text/plain'].split('\n').filter(Boolean)).toEqual([
      'To claim expenses: [1]',
      'Scan the receipt for €145. [1]',
      'Upload the scan to the portal. [1]',
    ])
    const link = `<a href="${address}">[1]</a>`
    expect(copied['text/html']).toContain(`<li>Scan the receipt for €145. ${link}</li>`)
    expect(copied['text/html']).not.toMatch(/button|class=|style=/)
  })

  test('some items of a list are copied as a list', async () => {
    const page = await openAnswer()
    await page.evaluate(`{
      const items = document.querySelectorAll('article .prose li')
      getSelection().setBaseAndExtent(items[0], 0, items[1], items[1].childNodes.length)
    }`)
    await page.keyboard.press('ControlOrMeta+c')
    expect((await readClipboard(page))['text/html']).toMatch(/^<ol><li>Scan .*<\/li><\/ol>$/)
  })

  test('text of a field is copied as it is while an answer is selected', async () => {
    const page = await openAnswer()
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('article .prose'))`)
    await page.getByLabel('Ask a question').fill('my own words')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    expect((await readClipboard(page))['text/plain']).toBe('my own words')
  })

  test('the Copy button copies lists and links with the sources below', async () => {
    const page = await openAnswer()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    const copied = await readClipboard(page)
    expect(copied['text/plain']).toContain(`[1] Expenses <b> ${address}`)
    expect(copied['text/html']).toContain('<ol><li>Scan the receipt')
    expect(copied['text/html']).toContain(`<a href="${address}">Expenses &lt;b&gt;</a>`)
  })

  test('the link to a note is copied from its menu', async () => {
    const { page } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/notes/expenses')
    await page.getByRole('main').getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await page.getByText('Copied', { exact: true }).waitFor()
    expect((await readClipboard(page))['text/plain']).toBe(`${app.url}/notes/expenses`)
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('More')
  })

  test.each(['/', '/notes/expenses'])('%s is printed dark on white, without controls', async (path) => {
    const page = await openAnswer()
    if (path !== '/') {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Expenses <b>', level: 1 }).waitFor()
    }
    await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const ink = await page.evaluate(`getComputedStyle(document.querySelector('.prose')).color`)
    expect(ink).toBe('rgb(29, 33, 41)')
    const controls = '.button, textarea, [role=tree], nav[aria-label="Main"], nav[aria-label="On this page"]'
    expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0)
    const left = await page.locator('article').evaluate((article) => article.getBoundingClientRect().left)
    expect(left).toBeLessThan(200)
  })

  test('citations are printed in brackets', async () => {
    const page = await openAnswer()
    await page.emulateMedia({ media: 'print' })
    const brackets = `['::before', '::after'].map((part) =>
      getComputedStyle(document.querySelector('.prose .citation'), part).content)`
    expect(await page.evaluate(brackets)).toEqual(['"["', '"]"'])
  })
})

async function readClipboard(page: Page): Promise<Record<'text/plain' | 'text/html', string>> {
  return page.evaluate(`(async () => {
    const read = {}
    for (const item of await navigator.clipboard.read())
      for (const type of item.types) read[type] = await (await item.getType(type)).text()
    return read
  })()`)
}
