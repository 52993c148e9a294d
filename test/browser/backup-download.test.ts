import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('that a backup is downloaded after confirming with a password or a passkey')

const password = 'correct horse battery'

/** One story, told in order. */
describe.skipIf(browserUnavailableReason)('a backup in the app', () => {
  let app: BrowserApp
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    app = await startBrowserApp({}, { host: 'localhost' })
    await app.organization('acme', { name: 'Acme' })
    const ada = await app.person('acme', 'ada', { role: 'admin', password })
    await app.note('acme', { id: 'zebra', title: 'Zebra', content: 'The zebra is vermilion.' })
    const opened = await app.openPage({ organizationId: 'acme', person: ada })
    ;({ page, problems } = opened)
    const session = await opened.context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  })
  afterAll(() => app?.closeAll())

  async function openDialog(): Promise<void> {
    await page.goto('/settings/backups')
    await page.getByRole('button', { name: 'Back up and download' }).click()
    await page.getByLabel('Passphrase (optional)').waitFor()
  }

  const endConfirmation = () =>
    app.database.unrestricted.updateTable('browser_session').set({ confirmed_at: null }).execute()

  test('asks for the password, and refuses a wrong one', async () => {
    await openDialog()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Passphrase (optional)').fill('a long passphrase')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Your password').fill('a wrong one')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('The password is wrong.').waitFor()
  })

  test('is downloaded with the right one', async () => {
    const started = page.waitForEvent('download')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('lorewell.backup')
    const text = gunzipSync(readFileSync(await download.path())).toString()
    expect(text).toContain('The zebra is vermilion.')
    expect(text).toContain('scrypt-aes-256-gcm')
    expect(new URL(page.url()).pathname).toBe('/settings/backups')
  })

  test('is downloaded with a passkey', async () => {
    await page.goto('/passkeys')
    await page.getByLabel('Name of the new passkey').fill('My phone')
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor()
    await endConfirmation()
    await openDialog()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    const text = gunzipSync(readFileSync(await (await started).path())).toString()
    expect(text).toContain('The zebra is vermilion.')
    expect(text).not.toContain('scrypt-aes-256-gcm')
    expect(problems.filter((problem) => !problem.includes('403'))).toEqual([])
  })
})
