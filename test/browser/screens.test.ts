import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '../../src/contract/scopes.ts'
import { consentPage } from '../../src/http/pages/consent-page.ts'
import { messagePage } from '../../src/http/pages/page.ts'
import { passkeysPage } from '../../src/http/pages/passkeys-page.ts'
import { setupPage } from '../../src/http/pages/setup-page.ts'
import { chooseOrganizationPage, signInPage } from '../../src/http/pages/sign-in-page.ts'
import { contentFixture, type Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import {
  type BrowserApp,
  browserUnavailableReason,
  type OpenedPage,
  startBrowserApp,
  warnIfSkipped,
} from './browser-app.ts'
import { showServerPage } from './show-server-page.ts'

warnIfSkipped('every screen, light and dark, with axe; keyboard alone; the weight of the first load')

/** Every screen with something on it, and what shows that it is there. */
const screens: { name: string; path: string; shows: string; act?: (page: Page) => Promise<void> }[] = [
  { name: 'Ask', path: '/', shows: 'What would you like to know?' },
  {
    name: 'My questions',
    path: '/',
    shows: 'What would you like to know?',
    act: (page) => press(page, 'History'),
  },
  {
    name: 'Conversations',
    path: '/',
    shows: 'What would you like to know?',
    act: async (page) => {
      await press(page, 'Conversations')
      await page.getByRole('dialog').getByRole('searchbox').waitFor()
    },
  },
  {
    name: 'Search in',
    path: '/',
    shows: 'What would you like to know?',
    act: (page) => press(page, /Search in/),
  },
  { name: 'Notes', path: '/notes', shows: 'Harbour handbook' },
  { name: 'a note', path: '/notes/gate', shows: 'opens at seven' },
  {
    name: 'sharing a note',
    path: '/notes/gate',
    shows: 'opens at seven',
    act: (page) => press(page, 'Share'),
  },
  {
    name: 'a new note',
    path: '/notes/gate',
    shows: 'opens at seven',
    act: async (page) => {
      await press(page, 'Add notes')
      await page.getByText('New note…').click()
      await page.getByLabel('Below another note').check()
      await page.getByText('Visible to').waitFor()
    },
  },
  {
    name: 'importing notes',
    path: '/notes/gate',
    shows: 'opens at seven',
    act: async (page) => {
      await press(page, 'Add notes')
      await page.getByText('Import files…').click()
    },
  },
  {
    name: 'the versions of a note',
    path: '/notes/gate',
    shows: 'opens at seven',
    act: async (page) => {
      await page.getByRole('button', { name: 'More' }).last().click()
      await page.getByText('Versions…').click()
      await page.getByText('Restore').waitFor()
    },
  },
  {
    name: 'editing a note',
    path: '/notes/gate',
    shows: 'opens at seven',
    act: async (page) => {
      await press(page, 'Edit')
      await page.getByLabel('Content').waitFor()
    },
  },
  { name: 'Search', path: '/search?q=blue+gate', shows: 'opens at' },
  {
    name: 'the command palette',
    path: '/',
    shows: 'What would you like to know?',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: 'Gates' }).waitFor()
    },
  },
  { name: 'Data sources', path: '/data-sources', shows: 'tickets' },
  { name: 'a data source', path: '/data-sources/tickets', shows: 'Door' },
  {
    name: 'a new data source',
    path: '/data-sources',
    shows: 'tickets',
    act: async (page) => {
      await press(page, 'New data source')
      await page.getByLabel('Readers').click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'Assistants', path: '/assistants', shows: 'guide' },
  {
    name: 'a new assistant',
    path: '/assistants',
    shows: 'guide',
    act: (page) => press(page, 'New assistant'),
  },
  {
    name: 'an assistant with a schedule',
    path: '/assistants',
    shows: 'guide',
    act: async (page) => {
      await press(page, 'Change guide')
      await page.getByText('Edit…').click()
      await page.getByText('Time zone').waitFor()
    },
  },
  {
    name: 'subscribing to a digest',
    path: '/assistants',
    shows: 'guide',
    act: async (page) => {
      await press(page, 'Subscribe to the digests of guide')
      await page.getByRole('dialog').getByLabel('Webhook URL').waitFor()
    },
  },
  { name: 'Inbox', path: '/inbox', shows: 'guide' },
  { name: 'Insights', path: '/insights', shows: 'Questions over time' },
  { name: 'API keys', path: '/settings/keys', shows: 'Create key' },
  { name: 'My account', path: '/settings/account', shows: 'Change password' },
  { name: 'Members', path: '/settings/members', shows: 'ada@acme.test' },
  { name: 'Groups', path: '/settings/groups', shows: 'Crew' },
  { name: 'Organization', path: '/settings/organization', shows: 'Asking' },
  { name: 'Language model', path: '/settings/language-model', shows: 'Test question' },
  { name: 'Models', path: '/settings/models', shows: 'Semantic search' },
  { name: 'OAuth clients', path: '/settings/clients', shows: 'No clients registered' },
  { name: 'Callbacks', path: '/settings/callbacks', shows: 'Signing secret' },
  { name: 'Jobs', path: '/settings/jobs', shows: 'Background work' },
  { name: 'Audit log', path: '/settings/audit', shows: '· Indexed an item' },
  { name: 'Backups', path: '/settings/backups', shows: 'Back up and download' },
  {
    name: 'API reference',
    path: '/docs',
    shows: 'Credentials',
    // Some of the operations, which are all built alike: axe needs seconds for all of them.
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'Find an operation' }).fill('/ask')
      await page.locator('main summary').first().click()
    },
  },
  { name: 'an address with nothing', path: '/nowhere', shows: 'Page not found' },
]

const person = {
  organizationId: 'acme',
  organizationName: 'Acme',
  memberId: 'ada',
  email: 'ada@acme.test',
  name: 'Ada',
  signedInAt: new Date(0),
}
const form = { formToken: 'token', returnTo: '/' }

/** The pages that the server writes itself, as full as they get. */
const serverPages = {
  'set up': setupPage({
    formToken: 'token',
    setupToken: 'token',
    values: { organization: 'Acme', email: 'ada' },
    problems: { email: 'Enter an email address.', name: 'Enter your name.' },
  }),
  'sign in': signInPage({ ...form, email: 'ada@acme.test', problem: 'This is not right.' }),
  'sign in, for the first time': signInPage({ ...form, hasNoAccounts: true }),
  'choose an organization': chooseOrganizationPage({
    ...form,
    ticket: 'signed',
    candidates: [person, { ...person, organizationName: 'Harbour' }],
  }),
  consent: consentPage({
    formToken: 'token',
    action: '/oauth/consent/1',
    client: { id: 'client', name: 'Harbour client', host: 'example.com', registeredBy: 'itself' },
    redirectUri: 'https://example.com/callback',
    scopes,
    person,
  }),
  passkeys: passkeysPage({
    formToken: 'token',
    passkeys: [
      { id: '1', name: 'My phone', createdAt: new Date(0), lastUsedAt: new Date(0) },
      { id: '2', name: 'My key', createdAt: new Date(0), lastUsedAt: null },
    ],
    passkeyOptions: undefined,
    hasPassword: true,
    problem: 'This is not right.',
  }),
  'a page that says something': messagePage('This link does not work', 'It has been used.', {
    href: '/sign-in',
    label: 'Go to sign-in',
  }),
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
}

describe.skipIf(browserUnavailableReason)('the screens', () => {
  let app: BrowserApp
  let ada: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Crew'] })
    await app.note('acme', { id: 'top', title: 'Harbour handbook', content: 'About the harbour.' })
    await app.note('acme', { id: 'gate', parent: 'top', title: 'Gates', content: 'It opens at six.' })
    await app.note('acme', {
      id: 'gate',
      parent: 'top',
      title: 'Gates',
      content:
        'The blue harbour gate opens at seven.\n\n## Keys\n\n| gate | key |\n|---|---|\n| blue | 7 |\n\n## Care\n\n- Oil it.',
    })
    await app.dataSource('acme', 'tickets')
    await app.assistant('acme', 'guide', { schedule: { days: [1], hour: 9, timeZone: 'Europe/Berlin' } })
    await app.call(ada.key, 'POST', '/v1/ask/index', contentFixture())
    await app.call(ada.key, 'POST', '/v1/ask', { question: 'When does the blue harbour gate open?' })
  })
  afterAll(async () => {
    await app.closeAll()
  })

  describe('one after the other', () => {
    let opened: OpenedPage

    beforeAll(async () => {
      opened = await app.openPage({ organizationId: 'acme', person: ada })
    })
    afterAll(() => opened?.context.close())

    test.each(screens)('$name has nothing that axe minds, light and dark, and fits on a phone', async (screen) => {
      const { page, problems } = opened
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.goto(screen.path)
      await page.getByText(screen.shows).first().waitFor()
      await screen.act?.(page)
      expect(await findAxeViolations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      expect(problems).toEqual([])
    })

    test('pages before the app and shared answers have nothing that axe minds, light and dark', async () => {
      const { page, problems } = opened
      await page.setViewportSize({ width: 1280, height: 860 })
      for (const [name, shown] of Object.entries(serverPages)) {
        await showServerPage(page, shown)
        expect({ name, problems: await findAxeViolations(page) }).toEqual({ name, problems: [] })
      }
      await page.goto('/')
      await page.getByLabel('Ask a question').fill('When does the blue harbour gate open?')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Good answer' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('button', { name: 'Create link' }).click()
      const link = await page.getByRole('dialog').locator('code').textContent()
      await page.goto(new URL(link ?? '').pathname)
      await page.getByText('Asked by ada').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.goto('/shared/nothing')
      await page.getByText('You don’t have access to this answer').waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      expect(problems).toEqual([])
    })
  })

  test('asking, reading a source and going on works with the keyboard alone', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    // The box has the focus from the start.
    await page.keyboard.type('When does the blue harbour gate open?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Good answer' }).waitFor()
    await tabTo(page, /^Source 1: Gates/)
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Gates' }).locator('mark').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toMatch(/^Source 1: Gates/)
    await tabTo(page, /^Good answer/)
    await page.keyboard.press('Space')
    await page.getByText('Thank you').waitFor()

    await page.goto('/notes')
    await page.getByRole('treeitem', { name: 'Gates' }).waitFor()
    await page.getByRole('tree').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Gates' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('text from right to left has its bullets, quotations and tables on its own side', async () => {
    await app.note('acme', {
      id: 'rtl',
      title: 'دليل الميناء',
      content: 'تفتح البوابة\n\n- أولا\n\n> ثانيا\n\n| باب | مفتاح |\n|---|---|\n| أزرق | سبعة |',
    })
    const { page, context } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/notes/rtl')
    await page.locator('.prose').getByRole('list').waitFor()
    const sides = await page.evaluate<string[]>(`[
      ['ul', 'paddingRight'], ['blockquote', 'borderRightWidth'], ['th', 'textAlign']
    ].map(([name, side]) => getComputedStyle(document.querySelector('.prose ' + name))[side])`)
    expect(sides).toEqual([expect.stringMatching(/^[1-9]/), '3px', 'start'])
    await context.close()
    await app.call(ada.key, 'DELETE', '/v1/notes/rtl')
  })

  test('a subscription to a digest takes an address for its webhook, is changed and is left', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    const subscription = async () => (await app.call(ada.key, 'GET', '/v1/assistants')).body.assistants[0].subscription
    await page.goto('/assistants')
    const dialog = page.getByRole('dialog', { name: 'Digests of guide' })
    const address = dialog.getByLabel('Webhook URL')
    await press(page, 'Subscribe to the digests of guide')
    await address.fill('http://127.0.0.1/digests')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await subscription()).toBe(null)
    await address.fill('https://8.8.8.8/digests')
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await subscription()).toEqual({ webhookUrl: 'https://8.8.8.8/digests', byEmail: false })
    await press(page, 'Subscribed to the digests of guide')
    await expect.poll(() => address.inputValue()).toBe('https://8.8.8.8/digests')
    await address.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await subscription()).toEqual({ webhookUrl: null, byEmail: false })
    await press(page, 'Subscribed to the digests of guide')
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('button', { name: 'Subscribe to the digests of guide' }).waitFor()
    expect(await subscription()).toBe(null)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a note saves one change after the other, and tells when somebody else saved in between', async () => {
    await app.note('acme', {
      id: 'draft',
      title: 'Draft',
      content: 'Begun.',
      audience: ['user:ada@acme.test'],
    })
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    const stored = async () => (await app.call(ada.key, 'GET', '/v1/notes/draft')).body.content.trim()
    await page.clock.install()
    await page.goto('/notes/draft')
    await press(page, 'Edit')
    const text = page.getByRole('textbox', { name: 'Content' })
    await text.waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let saves = 0
    await page.route('**/v1/notes/draft', async (route) => {
      if (route.request().method() === 'PUT') saves += 1
      if (saves === 1) await held
      await route.continue()
    })
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await text.fill('One')
    await page.clock.runFor(1000)
    await saving
    await text.fill('One two')
    await page.clock.runFor(1000)
    expect(saves).toBe(1)
    release()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect([saves, await stored(), await page.getByRole('alert').count()]).toEqual([2, 'One two', 0])

    await app.call(ada.key, 'PUT', '/v1/notes/draft', { markdown: 'Theirs' })
    await text.fill('Mine')
    await page.clock.runFor(1000)
    await page.getByRole('alert').getByText('Someone else saved this note').waitFor()
    expect(await stored()).toBe('Theirs')
    await page.getByRole('button', { name: 'Keep my version' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await stored()).toBe('Mine')
    expect(problems).toEqual([])
    await context.close()
    await app.call(ada.key, 'DELETE', '/v1/notes/draft')
  })

  test('the first load of Ask is at most 150 kB of script', async () => {
    const { page, context } = await app.openPage({ organizationId: 'acme', person: ada })
    const sizes = new Map<string, number>()
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return
      sizes.set(response.url(), (await response.request().sizes()).responseBodySize)
    })
    await page.goto('/')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await page.waitForLoadState('networkidle')
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThanOrEqual(150_000)
    await context.close()
  })
})

async function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(
    "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
  )
}

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (name.test(await focusedName(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}`)
}
