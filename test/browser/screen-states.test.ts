import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, type Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('each screen empty, loading, failed and full')

interface Screen {
  name: string
  path: string
  /** Opens what is to be seen, once the page is there. */
  open?: (page: Page) => Promise<void>
  /** What the full screen shows. */
  full: string
  /** What it says where there is nothing; left out where there always is something. */
  empty?: string
  /** A way on from there. */
  action?: { role: 'button' | 'link'; name: string }
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

const screens: Screen[] = [
  {
    name: 'Ask',
    path: '/',
    full: 'From your notes',
    empty: 'There’s nothing to ask about yet.',
    action: { role: 'link', name: 'Write or import notes' },
  },
  {
    name: 'History',
    path: '/',
    open: press('History'),
    full: 'When does the blue harbour gate open?',
    empty: 'You haven’t asked anything yet',
  },
  {
    name: 'Conversations',
    path: '/',
    open: press('Conversations'),
    full: 'When does the blue harbour gate open?',
    empty: 'No conversations yet',
  },
  {
    name: 'Search in',
    path: '/',
    open: press('Search in'),
    full: 'An assistant',
    empty: 'No matching notes.',
  },
  {
    name: 'Notes',
    path: '/notes',
    full: 'Harbour handbook',
    empty: 'No notes yet',
    action: { role: 'button', name: 'New note' },
  },
  { name: 'a note', path: '/notes/gate', full: 'The blue harbour gate opens at seven.' },
  { name: 'Search', path: '/search?q=gate', full: 'harbour', empty: 'Nothing found for “gate”' },
  { name: 'Archive', path: '/archive', full: 'Old gates', empty: 'Nothing is archived' },
  { name: 'Trash', path: '/trash', full: 'Rusty gates', empty: 'Trash is empty' },
  {
    name: 'Data sources',
    path: '/data-sources',
    full: 'tickets',
    empty: 'No data sources yet',
    action: { role: 'button', name: 'New data source' },
  },
  { name: 'a data source', path: '/data-sources/tickets', full: 'The door of the harbour' },
  {
    name: 'Assistants',
    path: '/assistants',
    full: 'Preview digest',
    empty: 'No assistants yet',
    action: { role: 'button', name: 'New assistant' },
  },
  {
    name: 'Inbox',
    path: '/inbox',
    full: 'Right now',
    empty: 'Your inbox is empty',
    action: { role: 'link', name: 'See assistants' },
  },
  {
    name: 'Insights',
    path: '/insights',
    full: 'Questions over time',
    empty: 'No questions in this period',
  },
  {
    name: 'Latest answers',
    path: '/insights',
    open: press('Latest answers'),
    full: 'Quoted',
    empty: 'No answers yet',
  },
  {
    name: 'API keys',
    path: '/settings/keys',
    full: 'created',
    empty: 'No API keys yet',
    action: { role: 'button', name: 'Create key' },
  },
  { name: 'Members', path: '/settings/members', full: 'ada@acme.test' },
  {
    name: 'Groups',
    path: '/settings/groups',
    full: 'Crew',
    empty: 'No groups yet',
    action: { role: 'button', name: 'New group' },
  },
  { name: 'Organization', path: '/settings/organization', full: 'Asking' },
  { name: 'Language model', path: '/settings/language-model', full: 'Test question' },
  { name: 'Models', path: '/settings/models', full: 'Semantic search' },
  {
    name: 'OAuth clients',
    path: '/settings/clients',
    full: 'Harbour client',
    empty: 'No clients registered',
    action: { role: 'button', name: 'Register client' },
  },
  {
    name: 'Callbacks',
    path: '/settings/callbacks',
    full: 'https://example.com/later',
    empty: 'No callbacks yet',
  },
  {
    name: 'Jobs',
    path: '/settings/jobs',
    full: 'Delivery of a digest',
    empty: 'No recent jobs',
  },
  { name: 'Audit log', path: '/settings/audit', full: '· Indexed an item', empty: 'No entries yet' },
  { name: 'Backups', path: '/settings/backups', full: 'lorewell backup FILE' },
  { name: 'API reference', path: '/docs', full: 'Credentials' },
]

describe.skipIf(browserUnavailableReason)('each screen', () => {
  let app: BrowserApp
  let ada: Person
  let eve: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Crew'] })
    await app.note('acme', { id: 'top', title: 'Harbour handbook', content: 'About the harbour.' })
    await app.note('acme', {
      id: 'gate',
      parent: 'top',
      title: 'Gates',
      content: 'The blue harbour gate opens at seven.',
    })
    await app.note('acme', { id: 'old', title: 'Old gates' })
    await app.call(ada.key, 'PUT', '/v1/notes/old/archived', { archived: true })
    await app.note('acme', { id: 'rusty', title: 'Rusty gates' })
    await app.call(ada.key, 'DELETE', '/v1/notes/rusty')
    await app.dataSource('acme', 'tickets')
    await app.assistant('acme', 'guide')
    await app.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ title: 'The door of the harbour' }))
    await app.call(ada.key, 'POST', '/v1/oauth-clients', {
      name: 'Harbour client',
      kind: 'public',
      redirectUris: ['https://example.com/callback'],
    })
    await sql`insert into callback_delivery (org_id, id, member_id, url, state, created_at, finished_at)
      values ('acme', 'sent', ${ada.id}, 'https://example.com/later', 'delivered', now(), now())`.execute(
      app.database.unrestricted,
    )
    await sql`insert into job (org_id, kind, payload, state, due_at, created_at, finished_at)
      values ('acme', 'digest-delivery', '{}', 'done', now(), now(), now())`.execute(app.database.unrestricted)
    await app.organization('bare')
    eve = await app.person('bare', 'eve', { role: 'admin' })
    const [{ id }] = (await app.call(eve.key, 'GET', '/v1/api-keys')).body.apiKeys
    await app.database.unrestricted.deleteFrom('api_key').where('id', '=', id).execute()
  })
  afterAll(async () => {
    await app.closeAll()
  })

  test('says what it is when there is nothing, and how to begin', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'bare', person: eve })
    for (const { path, open, empty, action } of screens) {
      if (empty === undefined) continue
      await page.goto(path)
      await open?.(page)
      await waitForText(page, empty)
      if (action) await page.getByRole('main').getByRole(action.role, { name: action.name }).first().waitFor()
    }
    expect(problems).toEqual([])
    await context.close()
  })

  test('tells that it is loading, tells what failed, and has it all after another try', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('When does the blue harbour gate open?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    for (const { name, path, open, full } of screens) {
      const held: Route[] = []
      let hold: 'hold' | 'fail' = 'hold'
      const refuse = (route: Route) => route.fulfill({ status: 403, json: { id: 'forbidden', message: 'Not now.' } })
      const isOrganization = path === '/settings/organization'
      await page.route(isOrganization ? /\/v1\/(?!me$)/ : /\/v1\/(?!me$|organization$)/, (route) => {
        if (hold === 'fail') return refuse(route)
        held.push(route)
        return undefined
      })
      await page.goto(path)
      await open?.(page)
      // Then it is the screen itself that waits, not the code of it.
      await expect.poll(() => held.length).toBeGreaterThan(0)
      const status = screenArea(page, open).getByRole('status').first()
      await expect.poll(() => status.textContent(), { message: `${name} says that it is loading` }).toMatch(/Loading/)
      hold = 'fail'
      for (const route of held) await refuse(route)
      const alerts = screenArea(page, open).getByRole('alert').getByText('Not now.')
      await expect.poll(() => alerts.count(), { message: `${name} tells what failed` }).toBeGreaterThan(0)
      await page.unrouteAll()
      const again = screenArea(page, open).getByRole('button', { name: 'Try again' })
      // Some screens read several things, each with a try of its own; one may be gone by the time it is pressed.
      while ((await again.count()) > 0)
        await again
          .first()
          .click({ timeout: 1000 })
          .catch(() => {})
      await waitForText(page, full)
    }
    expect(problems).toEqual([])
    await context.close()
  })
})

function screenArea(page: Page, open: Screen['open']) {
  return open ? page.getByRole('dialog') : page.getByRole('main')
}

async function waitForText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}
