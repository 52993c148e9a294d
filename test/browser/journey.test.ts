import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureSetupLink } from '../../src/identity/setup.ts'
import { type BrowserApp, sayIfLeftOut, startBrowserApp, whyNot } from './browser-app.ts'

sayIfLeftOut('the journey through the app, from setting it up to revoking a key')

/** One story, told in order: each step stands on the ones before it. */
describe.skipIf(whyNot)('a first day with the app', () => {
  let app: BrowserApp
  let page: Page
  let problems: string[]
  let rootId = ''
  let key = ''

  beforeAll(async () => {
    app = await startBrowserApp()
    ;({ page, problems } = await app.open())
  })
  afterAll(async () => {
    await app.closeAll()
  })

  async function ask(question: string) {
    await page.goto('/')
    await page.getByLabel('Ask a question').fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    return page.locator('article').last().textContent()
  }

  test('whoever is not signed in comes to the sign-in page and back to where they were', async () => {
    await page.goto('/notes')
    await page.waitForURL('**/sign-in?return=%2Fnotes')
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(1)
  })

  test('the setup link makes the organization and leads into the app', async () => {
    const link = await ensureSetupLink({ database: app.database, publicUrl: app.url })
    await page.goto(link ?? '')
    await page.getByLabel('Organization').fill('Harbour Works')
    await page.getByLabel('Your name').fill('Ada Lund')
    await page.getByLabel('Email').fill('ada@harbour.test')
    await page.getByLabel('Password').fill('a long enough password')
    await page.getByLabel('Start with the sample handbook').uncheck()
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await page.getByText('There is nothing to ask about yet.').waitFor()
    for (const name of ['Ask', 'Notes', 'Data sources', 'Assistants', 'Inbox', 'Insights', 'Settings'])
      expect(await page.getByRole('navigation').getByRole('link', { name, exact: true }).count()).toBe(1)
  })

  test('a note is written, saved by itself, and read', async () => {
    await page.getByRole('link', { name: 'Notes', exact: true }).click()
    await page.getByRole('button', { name: 'New note' }).click()
    await page.getByLabel('Title').fill('Gates of the harbour')
    await page.getByLabel('Content').click()
    await page.keyboard.type('# Blue gate\n\nThe blue harbour gate opens at seven in the morning.\n')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Blue gate' }).waitFor()
    await page.getByRole('treeitem', { name: 'Gates of the harbour' }).waitFor()
  })

  test('a question is answered from it, and its citation opens the passage, marked', async () => {
    expect(await ask('When does the blue harbour gate open?')).toContain('opens at seven')
    await page.getByRole('button', { name: /^Source 1: Gates/ }).click()
    const reader = page.getByRole('dialog', { name: 'Gates of the harbour' })
    expect(await reader.locator('mark').textContent()).toContain('opens at seven in the morning')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Good answer' }).click()
    await page.getByText('Thank you').waitFor()
  })

  test('a data source is made: its rootId is there to copy, with a snippet', async () => {
    await page.getByRole('link', { name: 'Data sources', exact: true }).click()
    await page.getByRole('button', { name: 'New data source' }).first().click()
    await page.getByLabel('Name').fill('Tickets')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    rootId = (await page.getByTestId('root-id').textContent()) ?? ''
    await page.getByRole('button', { name: 'Copy rootId' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(rootId)
  })

  test('a key is made, shown once, and indexes with what the snippet says', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Ticket sync')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    key = (await page.getByTestId('secret').textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(key)
    await page.goto(`/data-sources/${rootId}`)
    const snippet = (await page.getByRole('tabpanel').textContent()) ?? ''
    const indexed = await runCurl(snippet, key)
    expect(indexed).toEqual({ status: 200, id: 'T-100' })
    await page.reload()
    await page.getByRole('button', { name: /^The door does not lock/ }).click()
    await page.getByRole('dialog').getByText('CR2450').waitFor()
    await page.keyboard.press('Escape')
  })

  test('what was indexed is found by the next question', async () => {
    const answer = await ask('Which battery does the lock of the door need?')
    expect(answer).toContain('battery of the lock')
    expect(answer).toContain('Tickets')
  })

  test('a note shared with a group is not found by somebody outside of it', async () => {
    await page.goto('/settings/groups')
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name').fill('Crew')
    await page.getByLabel(/Ada Lund/).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 person').waitFor()

    await page.goto('/notes')
    await page.getByRole('treeitem', { name: 'Gates of the harbour' }).click()
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByLabel('Only these people and groups').check()
    await page.getByRole('button', { name: 'Remove Everyone' }).click()
    await page.getByLabel('People and groups', { exact: true }).fill('Crew')
    await page.getByRole('option', { name: /Crew/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Shared').waitFor()

    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Name').fill('Ben Aar')
    await page.getByLabel('Email').fill('ben@harbour.test')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const password = (await page.getByTestId('secret').textContent()) ?? ''

    const ben = await app.open()
    await ben.page.goto('/')
    await ben.page.getByLabel('Email').fill('ben@harbour.test')
    await ben.page.getByLabel('Password').fill(password)
    await ben.page.getByRole('button', { name: 'Sign in' }).click()
    await ben.page.getByLabel('Ask a question').fill('When does the blue harbour gate open?')
    await ben.page.keyboard.press('Enter')
    await ben.page.getByRole('button', { name: 'Good answer' }).waitFor()
    const told = await ben.page.locator('article').textContent()
    expect(told).not.toContain('seven')
    expect(await ben.page.getByRole('link', { name: 'Insights' }).count()).toBe(0)
    await ben.page.goto('/notes')
    await ben.page.getByText('No note yet').waitFor()
    expect(ben.problems).toEqual([])
    await ben.context.close()
  })

  test('an assistant is made, and its digest is in the inbox', async () => {
    await page.goto('/assistants')
    await page.getByRole('button', { name: 'New assistant' }).first().click()
    await page.getByLabel('Name').fill('Harbour guide')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Harbour guide' }).waitFor()
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    const digest = page.getByRole('region', { name: 'Digest of Harbour guide' })
    await digest.getByText('Gates of the harbour').waitFor()
  })

  test('insights show what was asked and what found nothing', async () => {
    await page.getByRole('link', { name: 'Insights', exact: true }).click()
    await page.getByRole('heading', { name: 'Questions over time' }).waitFor()
    await page.getByText('1 up, 0 down').waitFor()
    await page.getByRole('region', { name: 'What to write next' }).locator('summary').first().click()
    await page.getByText('When does the blue harbour gate open?').waitFor()
  })

  test('a revoked key is refused', async () => {
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: 'Revoke Ticket sync' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await page.getByText('You have no key').waitFor()
    const refused = await fetch(`${app.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(refused.status).toBe(401)
  })

  test('signing out ends the session', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in**')
    await page.goto('/')
    await page.waitForURL('**/sign-in**')
  })

  test('nothing went wrong in the browser on the way', () => {
    expect(problems).toEqual([])
  })
})

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
