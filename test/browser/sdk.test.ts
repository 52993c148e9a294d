import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as Sdk from '../../sdk/src/index.ts'
import type { Person } from '../support/test-app.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'

warnIfSkipped('the client library on a page of another origin')

const root = fileURLToPath(new URL('../..', import.meta.url))

describe.skipIf(browserUnavailableReason)('the client library on a page of another origin', () => {
  let app: BrowserApp
  let pages: Server
  let origin: string
  let built: string
  let ada: Person
  let page: Page

  beforeAll(async () => {
    built = mkdtempSync(join(tmpdir(), 'lorewell-sdk-'))
    spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'sdk/tsconfig.json'), '--outDir', built])
    pages = createServer((request, response) => {
      const file = join(built, (request.url ?? '').slice(1))
      if (/^\/[\w-]+\.js$/.test(request.url ?? '') && existsSync(file))
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file))
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Reports</title>')
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    app = await startBrowserApp({ corsOrigins: [origin] })
    await app.organization('acme')
    ada = await app.person('acme', 'ada')
    await app.note('acme', { title: 'On call', content: 'The platform team is on call at the weekend.' })
    // Signed in to the service in the same browser: the cookie must not count here.
    const opened = await app.openPage({ organizationId: 'acme', person: ada })
    page = opened.page
    await page.goto(origin)
    await page.addScriptTag({
      type: 'module',
      content: "import * as sdk from '/index.js'\nglobalThis.sdk = sdk",
    })
    await page.waitForFunction('globalThis.sdk !== undefined')
  })
  afterAll(async () => {
    await app?.closeAll()
    pages?.close()
    if (built) rmSync(built, { recursive: true, force: true })
  })

  test('reads, asks and streams an answer with a key', async () => {
    const result = await page.evaluate(
      async ({ url, credential }) => {
        const { createClient } = (globalThis as unknown as { sdk: typeof Sdk }).sdk
        const client = createClient({ url, credential })
        const events: string[] = []
        for await (const event of client.askStream({ question: 'Who is on call at the weekend?' }))
          events.push(event.type)
        const titles: string[] = []
        for await (const note of client.paginate('listNotes', {})) titles.push(note.title)
        const refused = await client.readNote({ id: 'nothing' }).catch((error: Sdk.LorewellError) => error.status)
        return { email: (await client.me()).email, events, titles, refused }
      },
      { url: app.url, credential: ada.key },
    )
    expect(result.email).toBe(ada.email)
    expect(result.events[0]).toBe('source')
    expect(result.events.at(-1)).toBe('done')
    expect(result.titles).toEqual(['On call'])
    expect(result.refused).toBe(404)
  })

  test('gets nothing with the cookie of the signed-in person', async () => {
    const read = (credentials: 'include' | 'omit') =>
      page.evaluate(
        ([url, mode]) =>
          fetch(`${url}/v1/me`, { credentials: mode as 'include' | 'omit' }).then(
            (response) => response.status,
            () => 'blocked',
          ),
        [app.url, credentials],
      )
    expect(await read('include')).toBe('blocked')
    expect(await read('omit')).toBe(401)
  })
})
