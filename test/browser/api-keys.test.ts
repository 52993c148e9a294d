import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('API keys and passwords in the settings')

describe.skipIf(browserUnavailableReason)('in the settings', () => {
  let app: BrowserApp
  let ada: Person
  let ben: Person

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin' })
    ben = await app.person('acme', 'ben', { password: 'correct horse' })
  })
  afterAll(() => app?.closeAll())

  const keysOf = async ({ key }: Person) => (await app.call(key, 'GET', '/v1/api-keys')).body.apiKeys

  test('a key gets the scopes and the expiry that its owner chooses', async () => {
    const { page, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/settings/keys')
    await page.getByText('Full access').waitFor()
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Reader')
    await expect.poll(() => dialog.getByLabel(/^Administer the organization/).isChecked()).toBe(false)
    for (const name of [/^Ask questions/, /^Add, change and delete items/, /^Create, change, share/])
      await dialog.getByLabel(name).uncheck()
    await dialog.getByLabel('Expires').selectOption('In 30 days')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Reader' })
    await row.getByText('Read', { exact: true }).waitFor()
    await row.getByText(/^Expires \d/).waitFor()
    await row.getByText('never used').waitFor()
    await expect.poll(() => row.getByText(/^(Ask|Index|Write notes|Administer|Full access)$/).count()).toBe(0)
    const [created] = await keysOf(ada)
    expect(created).toMatchObject({ name: 'Reader', scopes: ['content:read'] })
    const days = (new Date(created.expiresAt).getTime() - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    expect(problems).toEqual([])
  })

  test('administration is offered to admins only, and a new password can take the keys along', async () => {
    const { page, problems } = await app.openPage({ organizationId: 'acme', person: ben }, { width: 390 })
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel(/^Ask questions/).waitFor()
    await expect.poll(() => page.getByLabel(/^Administer the organization/).count()).toBe(0)
    await page.goto('/settings/account')
    await page.getByLabel('Current password').fill('correct horse')
    await page.getByLabel('New password').fill('a better password')
    await page.getByLabel('Also revoke my API keys').check()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.waitForURL('**/sign-in**')
    expect((await app.call(ben.key, 'GET', '/v1/me')).status).toBe(401)
    expect(problems).toEqual([])
  })

  test('an admin resets a password and revokes the keys of the member', async () => {
    const eve = await app.person('acme', 'eve')
    const { page, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/settings/members')
    await page.getByRole('button', { name: 'Change eve' }).click()
    await page.getByRole('menuitem', { name: 'Reset password…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Also revoke their API keys').check()
    await dialog.getByRole('button', { name: 'Reset password' }).click()
    await page.getByRole('heading', { name: 'Password for eve' }).waitFor()
    expect((await app.call(eve.key, 'GET', '/v1/me')).status).toBe(401)
    expect(problems).toEqual([])
  })
})
