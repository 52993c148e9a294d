import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('that passkeys are made, used once for each challenge, and removed')

const password = 'correct horse battery'

/** One story, told in order, with the authenticator that Chromium itself plays. */
describe.skipIf(browserUnavailableReason)('a passkey', () => {
  let app: BrowserApp
  let page: Page
  let problems: string[]
  /** Makes the authenticator one that has no passkey. */
  let clearAuthenticator: () => Promise<unknown>

  beforeAll(async () => {
    app = await startBrowserApp({}, { host: 'localhost' })
    await app.organization('acme', { name: 'Acme' })
    await app.app.members.create({
      organizationId: 'acme',
      email: 'ada@acme.test',
      name: 'Ada',
      role: 'member',
      password,
    })
    const opened = await app.openPage()
    page = opened.page
    problems = opened.problems
    const session = await opened.context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    clearAuthenticator = () => session.send('WebAuthn.clearCredentials', { authenticatorId })
  })
  afterAll(async () => {
    await app.closeAll()
  })

  const passkeyCount = async () => (await sql`select id from passkey`.execute(app.database.unrestricted)).rows.length
  const signOut = async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
  }

  test('is not made with a wrong password', async () => {
    await page.goto('/sign-in?return=/passkeys')
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).count()).toBe(1)
    await page.getByLabel('Email').fill('ada@acme.test')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('You have no passkeys yet.').waitFor()
    await page.getByLabel('Name of the new passkey').fill('My phone')
    await page.getByLabel('Your password').fill('a wrong one')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The password is wrong.').waitFor()
    expect(await passkeyCount()).toBe(0)
  })

  test('is made by the device, with the password', async () => {
    await page.getByLabel('Name of the new passkey').fill('My phone')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor()
    expect(await passkeyCount()).toBe(1)
    expect(await findAxeViolations(page)).toEqual([])
  })

  test('signs in, and what was sent for it signs nobody in again', async () => {
    await signOut()
    expect(await findAxeViolations(page)).toEqual([])
    const sent = page.waitForRequest('**/sign-in/passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    const request = await sent
    const again = await page.request.post('/sign-in/passkey', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      data: request.postData() ?? '',
      maxRedirects: 0,
    })
    expect(again.status()).toBe(401)
    expect(again.headers()['set-cookie']).toBeUndefined()
  })

  test('signs nobody in whose account is locked, nor after it was removed', async () => {
    const lock = (at: Date | null) => app.database.unrestricted.updateTable('member').set({ disabled_at: at }).execute()
    await signOut()
    await lock(new Date())
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey is not registered here. Use another one or your password.').waitFor()
    await lock(null)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await page.goto('/passkeys')
    await page.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByText('You have no passkeys yet.').waitFor()
    await signOut()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey is not registered here. Use another one or your password.').waitFor()
    expect(problems).toEqual([])
  })

  test('joins an invited person without a password, who then keeps a way to sign in', async () => {
    // Of several passkeys for this host it would use any.
    await clearAuthenticator()
    const bea = await app.person('acme', 'Bea', { role: 'admin' })
    const invited = await app.call(bea.key, 'POST', '/v1/invitations', { email: 'cleo@mail.test', role: 'viewer' })
    const { url } = invited.body
    await page.goto(url)
    const joinButton = page.getByRole('button', { name: 'Join with a passkey' })
    await joinButton.waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    // The name belongs to the form with the password, and is required here as well.
    await joinButton.click()
    expect(await passkeyCount()).toBe(0)
    await page.getByLabel('Your name').fill('Cleo')
    await joinButton.click()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    expect(await passkeyCount()).toBe(1)
    expect((await page.request.get(url)).status()).toBe(404)
    const { body } = await app.call(bea.key, 'GET', '/v1/admin/audit?action=acceptInvitation')
    expect(body.events[0]).toMatchObject({ email: 'cleo@mail.test', via: 'passkey', outcome: 'done' })
    const { members } = (await app.call(bea.key, 'GET', '/v1/members?query=cleo')).body
    expect(members).toMatchObject([{ name: 'Cleo', role: 'viewer' }])

    await page.goto('/passkeys')
    await page.getByText('You have no password').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Remove First device' }).click()
    await page.getByText('this passkey is your only way to sign in').waitFor()
    expect(await passkeyCount()).toBe(1)
    await signOut()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  })

  test('of one invitation does not accept another', async () => {
    const bea = await app.person('acme', 'Dot', { role: 'admin' })
    const invite = async (email: string) =>
      (await app.call(bea.key, 'POST', '/v1/invitations', { email })).body as { url: string }
    const [first, second] = [await invite('eve@mail.test'), await invite('fay@mail.test')]
    await signOut()
    await page.goto(first.url)
    await page.getByLabel('Your name').fill('Eve')
    const form = page.locator('form[data-passkey]')
    await form.evaluate(
      (element, action) => element.setAttribute('action', action),
      `${new URL(second.url).pathname}/passkey`,
    )
    const before = await passkeyCount()
    await page.getByRole('button', { name: 'Join with a passkey' }).click()
    await page.getByText('That took too long. Please try again.').waitFor()
    expect(await passkeyCount()).toBe(before)
    const { invitations } = (await app.call(bea.key, 'GET', '/v1/invitations')).body
    const states = invitations.map((one: { email: string; state: string }) => [one.email, one.state])
    expect(Object.fromEntries(states)).toMatchObject({ 'eve@mail.test': 'pending', 'fay@mail.test': 'pending' })
  })
})
