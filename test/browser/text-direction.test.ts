import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('that each paragraph is written in the direction of its language')

const hebrew = 'המכונה מנוקה בימי שני.'
const english = 'The machine is cleaned on Mondays.'
const code = 'npm install'

/** Returns at which side of its block a text begins; the text that is looked for has one line. */
const sideScript = (root: string, text: string) => `(() => {
  const root = ${root}
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() && !walker.currentNode.data.includes(${JSON.stringify(text)}));
  const range = document.createRange()
  range.selectNodeContents(walker.currentNode)
  const [text, block] = [range.getBoundingClientRect(), walker.currentNode.parentElement.closest('p, h2, td, pre, .cm-line')]
  const box = block.getBoundingClientRect()
  return text.left - box.left < box.right - text.right ? 'left' : 'right'
})()`

describe.skipIf(browserUnavailableReason)('a note in two languages', () => {
  let app: BrowserApp
  let ada: Person
  let page: Page

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    const content = `## ניקוי\n\n${hebrew}\n\n${english}\n\n\`\`\`\n${code}\n\`\`\`\n`
    await app.note('acme', { id: 'machine', title: 'Machine', content })
    ;({ page } = await app.openPage({ organizationId: 'acme', person: ada }))
    await page.goto('/notes/machine')
    await page.getByText(english).waitFor()
  })
  afterAll(() => app.closeAll())

  const sides = (root: string) =>
    Promise.all([hebrew, english, code].map((text) => page.evaluate(sideScript(root, text))))

  test('each paragraph begins at the side of its language, code at the left', async () => {
    expect(await sides(`document.querySelector('.prose')`)).toEqual(['right', 'left', 'left'])
  })

  test('so does each line in the editor', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Content' }).getByText(hebrew).waitFor()
    const root = `document.querySelector('[data-testid=editor]').shadowRoot.querySelector('.cm-content')`
    expect(await sides(root)).toEqual(['right', 'left', 'left'])
    // The arrow keys follow the line: left is forward in Hebrew.
    await page.getByRole('textbox', { name: 'Content' }).getByText(hebrew).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('!')
    await page.getByText(`${hebrew[0]}!${hebrew.slice(1)}`).waitFor()
  })
})
