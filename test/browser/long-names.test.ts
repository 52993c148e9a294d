import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture } from '../support/test-app.ts'
import {
  type BrowserApp,
  browserUnavailableReason,
  type OpenedPage,
  startBrowserApp,
  warnIfSkipped,
} from './browser-app.ts'
import { findOverflows } from './find-overflows.ts'
import { takeScreenshot } from './take-screenshot.ts'

warnIfSkipped('that names of 80 characters without a space fit on a phone')

/** A name of about 80 characters in which a line cannot break. */
const longName = (start: string) => `${start}${'withoutaspace'.repeat(6)}`
const question = `When does the ${longName('gate')} open?`

type Act = (page: Page) => Promise<unknown>
const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).last().click()
const ask: Act = async (page) => {
  await page.getByLabel('Ask a question').fill(question)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Good answer' }).waitFor()
}
const choose =
  (menu: string | RegExp, item: string): Act =>
  async (page) => {
    await page.getByRole('button', { name: menu }).last().click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog').waitFor()
  }

/** Every screen and dialog with a name on it. */
const screens: { name: string; path: string; act?: Act }[] = [
  { name: 'Ask', path: '/' },
  { name: 'History', path: '/', act: press('History') },
  { name: 'Conversations', path: '/', act: press('Conversations') },
  { name: 'Search in', path: '/', act: press(/Search in/) },
  { name: 'Navigation', path: '/', act: press('Open navigation') },
  {
    name: 'Ask an assistant',
    path: '/',
    act: async (page) => {
      await press(/Search in/)(page)
      await page.getByRole('button', { name: /^Helper/ }).click()
    },
  },
  {
    name: 'An answer',
    path: '/',
    act: ask,
  },
  {
    name: 'An answer with its source',
    path: '/',
    act: async (page) => {
      await ask(page)
      await page
        .getByRole('button', { name: /^Source 1/ })
        .first()
        .click()
      await page.locator('mark').first().waitFor()
    },
  },
  { name: 'Notes', path: '/notes' },
  { name: 'A note', path: '/notes/gate' },
  { name: 'A note with subpages', path: '/notes/top' },
  { name: 'Share a note', path: '/notes/gate', act: press('Share') },
  { name: 'Share a private note', path: '/notes/private', act: press('Share') },
  { name: 'Move a note', path: '/notes/gate', act: choose('More', 'Move…') },
  { name: 'Delete a note', path: '/notes/gate', act: choose('More', 'Delete…') },
  { name: 'Versions', path: '/notes/gate', act: choose('More', 'Versions…') },
  { name: 'Edit a note', path: '/notes/gate', act: press('Edit') },
  { name: 'New note', path: '/notes', act: choose('Add notes', 'New note…') },
  { name: 'Import', path: '/notes', act: choose('Add notes', 'Import files…') },
  { name: 'Search', path: `/search?q=${longName('gate')}` },
  { name: 'No results', path: `/search?q=${longName('nothing')}` },
  {
    name: 'Palette',
    path: '/',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('gateswithouta')
      await page.getByRole('option', { name: /^Gates/ }).waitFor()
    },
  },
  {
    name: 'Palette with a long word',
    path: '/',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(longName('gate'))
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'Shared with me', path: '/shared-with-me' },
  { name: 'Archive', path: '/archive' },
  { name: 'Trash', path: '/trash' },
  { name: 'Delete from trash', path: '/trash', act: press(/^Delete/) },
  { name: 'Data sources', path: '/data-sources' },
  { name: 'A data source', path: '/data-sources/tickets' },
  { name: 'Edit a data source', path: '/data-sources/tickets', act: press('Edit') },
  { name: 'Delete a data source', path: '/data-sources/tickets', act: press('Delete') },
  { name: 'An item', path: '/data-sources/tickets', act: press(/^Door/) },
  { name: 'Delete an item', path: '/data-sources/tickets', act: press(/^Delete .?Door/) },
  { name: 'Assistants', path: '/assistants' },
  { name: 'Edit an assistant', path: '/assistants', act: choose(/^Change Helper/, 'Edit…') },
  { name: 'Delete an assistant', path: '/assistants', act: choose(/^Change Helper/, 'Delete…') },
  { name: 'Subscribe', path: '/assistants', act: press(/^Subscribe/) },
  { name: 'Inbox', path: '/inbox' },
  { name: 'Insights', path: '/insights' },
  { name: 'Organization', path: '/settings/organization' },
  { name: 'Members', path: '/settings/members' },
  { name: 'Member menu', path: '/settings/members', act: press(/^Change .?Berta/) },
  { name: 'Remove a member', path: '/settings/members', act: choose(/^Change .?Berta/, 'Remove…') },
  { name: 'Invite a member', path: '/settings/members', act: press('Invite member') },
  { name: 'Groups', path: '/settings/groups' },
  { name: 'Edit a group', path: '/settings/groups', act: press(/^Edit Crew/) },
  { name: 'Delete a group', path: '/settings/groups', act: press(/^Delete Crew/) },
  { name: 'OAuth clients', path: '/settings/clients' },
  { name: 'Callbacks', path: '/settings/callbacks' },
  { name: 'Jobs', path: '/settings/jobs' },
  { name: 'Audit log', path: '/settings/audit' },
  { name: 'Backups', path: '/settings/backups' },
  { name: 'My account', path: '/settings/account' },
  { name: 'API keys', path: '/settings/keys' },
  { name: 'Revoke a key', path: '/settings/keys', act: press(/^Revoke .*withouta/) },
]

describe.skipIf(browserUnavailableReason)('names without a space', () => {
  let app: BrowserApp
  let opened: OpenedPage

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: longName('Acme') })
    const ada = await app.person('acme', longName('Ada').slice(0, 60), { role: 'admin', groups: [longName('Crew')] })
    const berta = await app.person('acme', longName('Berta').slice(0, 60), {
      groups: [longName('Crew'), longName('Board')],
    })
    const call = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown) => {
      const reply = await app.call(ada.key, method, `/v1${path}`, body)
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    }
    const text = [
      `The ${longName('gate')} opens at seven.`,
      `## ${longName('Keys')}`,
      `- \`${longName('code')}\``,
      `| ${longName('left')} | b | c |\n|---|---|---|\n| 1 | 2 | ${longName('cell')} |`,
      `[${longName('link')}](https://example.com/${longName('address')})`,
    ].join('\n\n')
    await app.note('acme', { id: 'top', title: longName('Handbook'), content: '' })
    await app.note('acme', { id: 'gate', parent: 'top', title: longName('Gates'), content: 'Old.' })
    await app.note('acme', { id: 'gate', parent: 'top', title: longName('Gates'), content: text })
    await app.note('acme', { id: 'below', parent: 'gate', title: longName('Below') })
    await app.note('acme', { id: 'private', title: longName('Private'), audience: [`group:${longName('Crew')}`] })
    await app.note('acme', { id: 'old', title: longName('Old') })
    await app.note('acme', { id: 'gone', parent: 'top', title: longName('Gone') })
    await call('PUT', '/notes/old/archived', { archived: true })
    await call('DELETE', '/notes/gone', undefined)
    await call('PUT', '/notes/gate/owner', { userId: berta.id })
    await call('POST', '/data-sources', {
      id: 'tickets',
      name: longName('Tickets'),
      readers: [`user:${ada.email}`, `group:${longName('Crew')}`],
      writers: [`user:${ada.email}`],
    })
    await call(
      'POST',
      '/ask/index',
      contentFixture({ title: longName('Door'), url: `https://example.com/${longName('door')}` }),
    )
    await app.assistant('acme', 'helper', { schedule: { days: [1], hour: 9, timeZone: 'Europe/Berlin' } })
    await call('PATCH', '/assistants/helper', { name: longName('Helper'), instructions: longName('Read') })
    await call('POST', '/invitations', {
      email: `${longName('carl').slice(0, 60)}@acme.test`,
      name: longName('Carl'),
      groupIds: [],
    })
    await call('POST', '/api-keys', { name: longName('Key') })
    await call('POST', '/oauth-clients', {
      name: longName('Client'),
      redirectUris: [`https://example.com/${longName('callback')}`],
    })
    await call('POST', '/ask', { question })
    opened = await app.openPage({ organizationId: 'acme', person: ada }, { width: 390, height: 844 })
    opened.context.setDefaultTimeout(15_000)
  })
  afterAll(async () => {
    await app.closeAll()
  })

  test.each(screens)('$name fits on a phone', async ({ name, path, act }) => {
    const { page, problems } = opened
    await page.goto(path)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.waitForLoadState('networkidle')
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    await takeScreenshot(page, `long-${name}`)
    expect(await findOverflows(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('a wide table does not widen the other text of the editor', async () => {
    const { page } = opened
    const cells = ['Harbour', 'Department', 'Responsible', 'Telephone', 'Opening hours']
    await app.note('acme', {
      id: 'table',
      title: 'Table',
      content: `A line that is long enough for two or three rows on the narrow screen of a phone.\n\n| ${cells.join(' | ')} |\n|${'---|'.repeat(5)}\n| ${cells.join(' | ')} |`,
    })
    await page.goto('/notes/table')
    await press('Edit')(page)
    const editor = page.getByTestId('editor')
    await editor.locator('.cm-table').waitFor()
    expect(await editor.locator('.cm-table').evaluate(overhang)).toBeGreaterThan(0)
    expect(await editor.locator('.cm-scroller').evaluate(overhang)).toBe(0)
  })
})

/** Returns how many pixels of an element's content lie beyond its edge. */
const overhang = (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth - element.clientWidth
