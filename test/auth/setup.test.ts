import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { issueSetupLink } from '../../src/identity/setup.ts'
import { HttpBrowser } from '../support/http-browser.ts'
import { type OAuthTestServer, startOAuthTestServer } from './oauth-test-server.ts'

let server: OAuthTestServer
let url: string
const setupEvents: unknown[] = []

beforeAll(async () => {
  server = await startOAuthTestServer({ onSetup: async (made) => void setupEvents.push(made) })
  url = server.publicUrl
})
afterAll(() => server?.close())
beforeEach(async () => {
  setupEvents.length = 0
  await server.database.unrestricted.deleteFrom('organization').execute()
  await server.database.unrestricted.deleteFrom('service_value').where('name', '=', 'setup').execute()
})

const formValues = {
  organization: 'Acme',
  name: 'Ada',
  email: 'Ada@Acme.test',
  password: 'correct horse',
  sample: 'yes',
}

async function createSetupLink(): Promise<string> {
  const made = await issueSetupLink({ database: server.database, publicUrl: url })
  if (!made) throw new Error('no link')
  return made
}

async function organizationCount(): Promise<number> {
  return (await server.organizations.list()).length
}

it('the link makes the first organization, and its admin arrives signed in', async () => {
  const browser = new HttpBrowser(url)
  await browser.open(await createSetupLink())
  const end = await browser.submit(formValues)
  expect(end.pathname).toBe('/')
  await browser.open('/v1/me')
  expect(JSON.parse(browser.text)).toMatchObject({
    organizationName: 'Acme',
    email: 'ada@acme.test',
    name: 'Ada',
    role: 'admin',
  })
  const { organizationId, memberId } = JSON.parse(browser.text)
  expect(setupEvents).toEqual([{ organizationId, memberId, withSample: true }])
  const again = new HttpBrowser(url)
  await again.signIn('ada@acme.test')
  expect(again.cookies.has('lorewell_session')).toBe(true)
})

it('a used link shows a page that says so, and makes nothing', async () => {
  const address = await createSetupLink()
  const browser = new HttpBrowser(url)
  await browser.open(address)
  const form = browser.text
  await browser.submit(formValues)
  await browser.open(address)
  expect(browser.status).toBe(404)
  expect(browser.text).toContain('This setup link does not work')
  browser.text = form
  await browser.submit({ ...formValues, email: 'mallory@evil.test' })
  expect(browser.status).toBe(404)
  expect(await organizationCount()).toBe(1)
})

it.each(['/setup', '/setup?token=', '/setup?token=guess', '/setup?token=a&token=b'])(
  'nobody gets in with %s',
  async (path) => {
    await createSetupLink()
    const browser = new HttpBrowser(url)
    await browser.open(path)
    expect(browser.status).toBe(404)
  },
)

it('a form with a guessed token makes nothing', async () => {
  const browser = new HttpBrowser(url)
  await browser.open(await createSetupLink())
  await browser.submit({ ...formValues, token: 'guess' })
  expect(browser.status).toBe(404)
  expect(await organizationCount()).toBe(0)
})

it('of two who claim at once, one wins', async () => {
  const address = await createSetupLink()
  const browsers = [new HttpBrowser(url), new HttpBrowser(url), new HttpBrowser(url)]
  for (const browser of browsers) await browser.open(address)
  await Promise.all(browsers.map((browser, index) => browser.submit({ ...formValues, email: `p${index}@acme.test` })))
  expect(browsers.filter((browser) => browser.cookies.has('lorewell_session'))).toHaveLength(1)
  expect(await organizationCount()).toBe(1)
  expect(setupEvents).toHaveLength(1)
})

it('the links of nodes that start together both work, but only the newest five', async () => {
  const links = []
  for (let count = 0; count < 6; count++) links.push(await createSetupLink())
  const browser = new HttpBrowser(url)
  await browser.open(links[0] ?? '')
  expect(browser.status).toBe(404)
  for (const address of links.slice(1)) {
    await browser.open(address)
    expect(browser.status).toBe(200)
  }
})

it('there is no link where there is an organization, and an open one closes', async () => {
  const address = await createSetupLink()
  await server.organizations.create({ name: 'Applied' })
  expect(await issueSetupLink({ database: server.database, publicUrl: url })).toBeUndefined()
  const browser = new HttpBrowser(url)
  await browser.open(address)
  expect(browser.status).toBe(404)
})

it('the token is stored as a hash only', async () => {
  const token = new URL(await createSetupLink()).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(40)
  const rows = await server.database.unrestricted.selectFrom('service_value').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})

it('what is missing or too short is said beside the field, and what was typed stays', async () => {
  const browser = new HttpBrowser(url)
  await browser.open(await createSetupLink())
  await browser.submit({ organization: 'Acme & <Sons>', name: ' ', email: 'nonsense', password: 'short' })
  expect(browser.status).toBe(422)
  expect(browser.text).toContain('value="Acme &#38; &#60;Sons&#62;"')
  for (const id of ['name-problem', 'email-problem', 'password-problem']) expect(browser.text).toContain(`id="${id}"`)
  expect(browser.text).not.toContain('id="organization-problem"')
  // The browser focuses the first of them.
  const focused = [...browser.text.matchAll(/<input id="([^"]+)"[^>]* autofocus/g)].map(([, id]) => id)
  expect(focused).toEqual(['name', 'email', 'password'])
  expect(browser.text).not.toContain('value="short"')
  expect(browser.text).not.toMatch(/id="sample"[^>]* checked/)
  await browser.submit(formValues)
  expect(await organizationCount()).toBe(1)
})

it('a form of another site makes nothing', async () => {
  const token = new URL(await createSetupLink()).searchParams.get('token') ?? ''
  const browser = new HttpBrowser(url)
  await browser.post('/setup', { ...formValues, token })
  expect(browser.status).toBe(403)
  expect(await organizationCount()).toBe(0)
})

it('the sign-in page of an empty service tells about the link', async () => {
  const browser = new HttpBrowser(url)
  await browser.open('/sign-in')
  expect(browser.text).toContain('There are no accounts yet.')
  await server.organizations.create({ name: 'Acme' })
  await browser.open('/sign-in')
  expect(browser.text).not.toContain('There are no accounts yet.')
})
