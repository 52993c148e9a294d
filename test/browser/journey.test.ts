import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueSetupLink } from '../../src/identity/setup.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { type InputDriver, keyboardDriver, mouseDriver } from './input-driver.ts'

warnIfSkipped('the journey through the app, with the mouse and with the keyboard alone')

const inputDrivers = { 'the mouse': mouseDriver, 'the keyboard alone': keyboardDriver }

/** One story, told in order: each step stands on the ones before it. Once as people point, and once without a mouse. */
describe.skipIf(browserUnavailableReason).each(Object.entries(inputDrivers))(
  'a first day with the app, with %s',
  (_, handsFor) => {
    let app: BrowserApp
    let page: Page
    let hands: InputDriver
    let problems: string[]
    let rootId = ''
    let key = ''

    beforeAll(async () => {
      app = await startBrowserApp()
      ;({ page, problems } = await app.openPage())
      hands = handsFor(page)
    })
    afterAll(async () => {
      await app.closeAll()
    })

    const button = (name: string | RegExp, inside: Page | Locator = page) =>
      inside.getByRole('button', { name, exact: true })
    const dialog = () => page.getByRole('dialog')
    const goTo = (name: string, landmark = 'Main') =>
      hands.press(page.getByRole('navigation', { name: landmark }).getByRole('link', { name, exact: true }))

    async function ask(question: string) {
      await goTo('Ask')
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
      await hands.enterText(page.getByLabel('Ask a question'), question)
      await hands.press(button('Ask'))
      await button('Good answer').waitFor()
      return page.locator('article').last().textContent()
    }

    test('whoever is not signed in comes to the sign-in page and back to where they were', async () => {
      await page.goto('/notes')
      await page.waitForURL('**/sign-in?return=%2Fnotes')
      await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).count()).toBe(1)
    })

    test('the setup link makes the organization and leads into the app', async () => {
      const link = await issueSetupLink({ database: app.database, publicUrl: app.url })
      await page.goto(link ?? '')
      await hands.enterText(page.getByLabel('Organization'), 'Harbour Works')
      await hands.enterText(page.getByLabel('Your name'), 'Ada Lund')
      await hands.enterText(page.getByLabel('Email'), 'ada@harbour.test')
      await hands.enterText(page.getByLabel('Password'), 'a long enough password')
      await expect.poll(() => page.getByLabel('Start with the sample handbook').isChecked()).toBe(true)
      await hands.press(button('Set up'))
      await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
      // It is read in while its admin is in the app already, and they see when it is there.
      await page.getByRole('status').getByText('The sample handbook is imported: 45 notes.').waitFor()
      await page.getByRole('region', { name: 'Examples' }).getByRole('button').first().waitFor()
      for (const name of ['Ask', 'Notes', 'Data sources', 'Assistants', 'Inbox', 'Insights', 'Settings'])
        await expect.poll(() => page.getByRole('navigation').getByRole('link', { name, exact: true }).count()).toBe(1)
    })

    test('a question about the sample handbook is answered, and its citation opens the passage', async () => {
      const question = 'What share of the company belongs to the staff foundation?'
      expect(await ask(question)).toContain('24 %')
      await hands.press(
        page
          .locator('article')
          .getByRole('button', { name: /^Source 1: / })
          .first(),
      )
      const source = page.getByRole('main').getByRole('complementary')
      await source.locator('mark').filter({ hasText: 'foundation' }).first().waitFor()
      await page.keyboard.press('Escape')
      await source.waitFor({ state: 'detached' })
    })

    test('a note is written, saved by itself, and read', async () => {
      await goTo('Notes')
      await hands.press(button('New note'))
      await hands.toggle(dialog().getByLabel('At the top level'))
      await hands.press(button('Create', dialog()))
      // The editor takes the focus when it has come.
      const text = page.getByRole('textbox', { name: 'Content' })
      await text.waitFor()
      await hands.enterText(page.getByLabel('Title'), 'Lights of the harbour')
      await hands.enterText(text, '# Blue lamps\n\nThe quokka lighthouse shines at seven in the morning.\n')
      await page.getByText('Saved', { exact: true }).waitFor()
      await hands.press(button('Done'))
      await page.getByRole('heading', { name: 'Blue lamps' }).waitFor()
      await page.getByRole('treeitem', { name: 'Lights of the harbour' }).waitFor()
    })

    test('a question is answered from it, and its citation opens the passage, marked', async () => {
      expect(await ask('When does the quokka lighthouse shine?')).toContain('shines at seven')
      await hands.press(
        page
          .locator('article')
          .getByRole('button', { name: /^Source 1: Lights/ })
          .first(),
      )
      const reader = page.getByRole('complementary', { name: 'Lights of the harbour' })
      await expect.poll(() => reader.locator('mark').textContent()).toContain('shines at seven in the morning')
      await page.keyboard.press('Escape')
      // The answer moves as the panel closes.
      await reader.waitFor({ state: 'detached' })
      await hands.press(button('Good answer'))
      await page.getByText('Thank you').waitFor()
    })

    test('a data source is made: its rootId is there to copy, with a snippet', async () => {
      await goTo('Data sources')
      await hands.press(button('New data source').first())
      await hands.enterText(dialog().getByLabel('Name'), 'Tickets')
      await hands.press(button('Create', dialog()))
      rootId = (await page.getByTestId('root-id').textContent()) ?? ''
      await hands.press(button('Copy rootId'))
      await page.getByText('Copied', { exact: true }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(rootId)
    })

    test('a key is made, shown once, and indexes with what the snippet says', async () => {
      await goTo('Settings')
      await goTo('API keys', 'Settings')
      await hands.press(button('Create key').first())
      await hands.enterText(dialog().getByLabel('Name'), 'Ticket sync')
      await hands.press(button('Create', dialog()))
      key = (await dialog().getByTestId('secret').textContent()) ?? ''
      await hands.press(button('Done', dialog()))
      await dialog().waitFor({ state: 'detached' })
      expect(await page.content()).not.toContain(key)
      await goTo('Data sources')
      await hands.press(page.getByRole('main').getByRole('link', { name: /^Tickets/ }))
      const snippet = (await page.getByRole('tabpanel').textContent()) ?? ''
      const indexed = await runCurl(snippet, key)
      expect(indexed).toEqual({ status: 200, id: 'T-100' })
      await page.reload()
      await hands.press(page.getByRole('main').getByRole('button', { name: /^Front door does not lock/ }))
      await dialog().getByText('CR2450').waitFor()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'detached' })
    })

    test('what was indexed is found by the next question', async () => {
      const answer = await ask('Which battery does the lock of the door need?')
      expect(answer).toContain('battery of the lock')
      expect(answer).toContain('Tickets')
    })

    test('a note shared with a group is not found by somebody outside of it', async () => {
      await goTo('Settings')
      await goTo('Groups', 'Settings')
      await hands.press(button('New group'))
      await hands.enterText(dialog().getByLabel('Name'), 'Crew')
      await hands.toggle(dialog().getByLabel(/Ada Lund/))
      await hands.press(button('Save', dialog()))
      const groups = page.getByRole('region', { name: 'Groups' })
      await groups.getByRole('listitem').filter({ hasText: 'Crew' }).getByText('1 person').waitFor()

      await goTo('Notes')
      await hands.openInTree(page.getByRole('tree', { name: 'Notes' }), 'Lights of the harbour')
      await page.getByRole('heading', { name: 'Lights of the harbour' }).waitFor()
      await hands.press(button('Share'))
      await hands.toggle(dialog().getByLabel('Only these people and groups'))
      await hands.press(button('Remove Everyone', dialog()))
      await hands.selectOption(
        dialog().getByRole('combobox', { name: 'People and groups' }),
        'Crew',
        page.getByRole('option', { name: /Crew/ }),
      )
      await hands.press(button('Save', dialog()))
      await page.getByText('Sharing updated', { exact: true }).waitFor()

      await goTo('Settings')
      await goTo('Members', 'Settings')
      await hands.press(button('Invite member'))
      await hands.enterText(dialog().getByLabel('Name'), 'Ben Aar')
      await hands.enterText(dialog().getByLabel('Email'), 'ben@harbour.test')
      await hands.press(button('Invite', dialog()))
      const link = (await dialog().getByTestId('secret').textContent()) ?? ''
      await hands.press(button('Done', dialog()))

      const ben = await app.openPage()
      const his = handsFor(ben.page)
      await ben.page.goto(link)
      await his.enterText(ben.page.getByLabel('Password'), 'a good password')
      await his.press(button('Join', ben.page))
      await his.enterText(ben.page.getByLabel('Ask a question'), 'When does the quokka lighthouse shine?')
      await his.press(button('Ask', ben.page))
      await button('Good answer', ben.page).waitFor()
      const told = await ben.page.locator('article').textContent()
      expect(told).not.toContain('seven')
      await expect.poll(() => ben.page.getByRole('link', { name: 'Insights' }).count()).toBe(0)
      const main = ben.page.getByRole('navigation', { name: 'Main' })
      await his.press(main.getByRole('link', { name: 'Notes', exact: true }))
      const tree = ben.page.getByRole('tree', { name: 'Notes' })
      await tree.getByRole('treeitem').first().waitFor()
      await expect.poll(() => tree.getByRole('treeitem', { name: 'Lights of the harbour' }).count()).toBe(0)
      await his.press(button('Find a note', ben.page))
      const answered = ben.page.waitForResponse((response) => /search-notes.*quokka/.test(response.url()))
      await his.enterText(ben.page.getByRole('dialog').getByLabel('Find a note'), 'quokka')
      expect((await (await answered).json()).hits).toEqual([])
      await ben.page.getByRole('dialog').getByText('No matching notes.').waitFor()
      expect(ben.problems).toEqual([])
      await ben.context.close()
    })

    test('an assistant is made, and its digest is in the inbox', async () => {
      await goTo('Assistants')
      await hands.press(button('New assistant').first())
      await hands.enterText(dialog().getByLabel('Name'), 'Harbour guide')
      await hands.press(button('Save', dialog()))
      await page.getByRole('heading', { name: 'Harbour guide' }).waitFor()
      await goTo('Inbox')
      await hands.press(
        page.getByRole('navigation', { name: 'Digests' }).getByRole('button', { name: /Harbour guide/ }),
      )
      const digest = page.getByRole('region', { name: 'Digest of Harbour guide' })
      await digest.getByText('Lights of the harbour').waitFor()
    })

    test('insights show what was asked and what found nothing', async () => {
      await goTo('Insights')
      await page.getByRole('heading', { name: 'Questions over time' }).waitFor()
      await page.getByText('1 up, 0 down').waitFor()
      const unanswered = page.getByRole('region', { name: 'What to write next' })
      await hands.press(unanswered.locator('summary').first())
      await unanswered.getByText('When does the quokka lighthouse shine?').waitFor()
    })

    test('an admin sees how an answer was found', async () => {
      await hands.press(button('Latest answers'))
      const latest = page.getByRole('dialog', { name: 'Latest answers' })
      await hands.press(latest.getByRole('button').filter({ hasText: 'Quoted' }).first())
      await latest.getByText('Quoted from the notes.', { exact: true }).waitFor()
      await latest.getByRole('listitem').filter({ hasText: 'Score' }).first().waitFor()
      await hands.press(button('All answers', latest))
      await latest.getByRole('button').filter({ hasText: 'No answer' }).first().waitFor()
      await hands.press(button('Close', latest))
      await latest.waitFor({ state: 'detached' })
    })

    test('a revoked key is refused', async () => {
      await goTo('Settings')
      await goTo('API keys', 'Settings')
      await hands.press(button('Revoke Ticket sync'))
      await hands.press(button('Revoke', dialog()))
      await page.getByText('No API keys yet').waitFor()
      const refused = await fetch(`${app.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
      expect(refused.status).toBe(401)
    })

    test('signing out ends the session', async () => {
      await hands.press(button('Sign out'))
      await page.waitForURL('**/sign-in**')
      await page.goto('/')
      await page.waitForURL('**/sign-in**')
    })

    test('nothing went wrong in the browser on the way', () => {
      expect(problems).toEqual([])
    })
  },
)

/** Does what the shown curl command says, with fetch. */
async function runCurl(snippet: string, key: string): Promise<{ status: number; id: string }> {
  const address = /curl (\S+)/.exec(snippet)?.[1] ?? ''
  const body = /-d '([\s\S]*)'/.exec(snippet)?.[1] ?? ''
  const headers = [...snippet.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(
    ([, name = '', value = '']) => [name, value.replace('$LOREWELL_KEY', key)] as [string, string],
  )
  const response = await fetch(address, { method: 'POST', headers, body })
  const answer = (await response.json()) as { id: string }
  return { status: response.status, id: answer.id }
}
