import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import type { Person } from '../support/test-app.ts'
import { findAxeViolations } from './axe.ts'
import { type BrowserApp, browserUnavailableReason, startBrowserApp, warnIfSkipped } from './browser-app.ts'
import { keyboardDriver, mouseDriver } from './input-driver.ts'

warnIfSkipped('connecting a source in the app')

const secret = 'Bearer s3cret-of-the-feed'
const drivers = { mouse: mouseDriver, keyboard: keyboardDriver }

describe.skipIf(browserUnavailableReason)('connecting a source', () => {
  let app: BrowserApp
  let folder: string
  let ada: Person
  let ben: Person
  const sent: (string | undefined)[] = []
  const feed = createServer((request, response) => {
    sent.push(request.headers.authorization)
    if (request.headers.authorization !== secret) return response.writeHead(401).end()
    const entry =
      '<entry><id>one</id><title>Gate</title><link href="https://news.test/1"/><content>Open.</content></entry>'
    response.writeHead(200, { 'content-type': 'application/atom+xml' })
    return response.end(`<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${entry}</feed>`)
  })
  let feedHost = ''

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lorewell-connect-')))
    const count = 11
    for (let number = 10; number < 10 + count; number += 1)
      await writeFile(join(folder, `chapter-${number}.md`), `# Chapter ${number}\n\nThe harbour has gate ${number}.\n`)
    await writeFile(join(folder, 'scan.pdf'), '')
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
    feedHost = `127.0.0.1:${(feed.address() as AddressInfo).port}`
    app = await startBrowserApp({ syncFolders: [folder], syncAllow: [feedHost] })
    await app.organization('acme', { name: 'Acme' })
    ada = await app.person('acme', 'ada', { role: 'admin' })
    ben = await app.person('acme', 'ben')
  })
  afterAll(async () => {
    await app.closeAll()
    feed.closeAllConnections()
    feed.close()
    await rm(folder, { recursive: true, force: true })
  })

  const button = (name: string, inside: Page | Locator) => inside.getByRole('button', { name, exact: true })
  const field = (label: string, page: Page) => page.getByLabel(label, { exact: true })

  test.each([
    { driver: 'mouse', colorScheme: 'light', width: 1440 },
    { driver: 'keyboard', colorScheme: 'dark', width: 390 },
  ] as const)(
    'a folder is tested, connected, synced, paused, edited and deleted: $driver, $colorScheme, $width px',
    async ({ driver, ...options }) => {
      const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada }, options)
      const { press, enterText, toggle } = drivers[driver](page)
      const selectInMenu = async (opener: Locator, name: string) => {
        await press(opener)
        const item = page.getByRole('menuitem', { name, exact: true })
        if (driver === 'mouse') return item.click()
        await item.waitFor()
        for (let presses = 0; presses < 8; presses += 1) {
          if ((await page.evaluate<string>('document.activeElement?.textContent ?? ""')) === name) break
          await page.keyboard.press('ArrowDown')
        }
        await page.keyboard.press('Enter')
      }
      const expectClean = async (screen: string) => {
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}/connect-${screen}-${options.width}.png`,
            fullPage: true,
          })
        expect(await findAxeViolations(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      }

      await page.goto('/data-sources')
      await page.getByText('No data sources yet').waitFor()
      await press(page.getByRole('main').getByRole('link', { name: 'Connect a source' }).first())
      await page.getByRole('link', { name: /^Git repository/ }).waitFor()
      await expectClean('gallery')
      await enterText(page.getByRole('searchbox', { name: 'Search sources' }), 'network drive')
      await page.getByRole('link', { name: /^Git repository/ }).waitFor({ state: 'detached' })
      await press(page.getByRole('link', { name: /^Folder/ }))
      await page.getByRole('heading', { name: 'Connect: Folder' }).waitFor()

      // A test and a save that fail leave everything as it was typed.
      await enterText(field('Path', page), '/nowhere')
      await press(button('Test connection', page))
      const result = page.getByRole('status', { name: 'Test result' })
      await result.getByText('/nowhere is not a folder that this server can read.').waitFor()
      await expectClean('test-failed')
      await enterText(field('Name', page), 'Harbour')
      await enterText(field('Path', page), 'nowhere')
      await press(button('Connect', page))
      await page.getByRole('alert').getByText('Must be an absolute path.').waitFor()
      expect([await field('Path', page).inputValue(), await field('Name', page).inputValue()]).toEqual([
        'nowhere',
        'Harbour',
      ])
      await page.goBack()
      await page.getByRole('link', { name: /^Git repository/ }).waitFor()
      await page.goForward()
      await expect.poll(() => field('Path', page).inputValue()).toBe('nowhere')

      await enterText(field('Path', page), folder)
      await press(button('Test connection', page))
      await result.getByText('Connected. The first 10 items:').waitFor()
      await expect.poll(() => result.getByRole('listitem').count()).toBe(10)
      await expectClean('preview')
      expect((await app.call(ada.key, 'GET', '/v1/admin/connections')).body.connections).toEqual([])
      await toggle(page.getByLabel('Everyone in the organization'))
      await press(button('Connect', page))

      await page.waitForURL('**/data-sources/*')
      const card = page.getByRole('article', { name: 'Harbour' })
      await card.getByText('Up to date').waitFor()
      await card.getByText(/12 checked/).waitFor()
      await page.getByText('chapter-20.md', { exact: true }).waitFor()
      // The folder has no addresses of its own, so no item offers to open one.
      await expect.poll(() => page.getByRole('link', { name: /^Open the original/ }).count()).toBe(0)
      await press(card.getByText('1 item skipped'))
      await card.getByText(/scan\.pdf · The file is empty/).waitFor()
      await expectClean('source')

      await writeFile(join(folder, 'new.md'), '# New\n\nA new gate.\n')
      await press(button('Sync now', card))
      await page
        .getByRole('status')
        .getByText(/^Harbour: up to date\. \d+ checked/)
        .waitFor()
      await page.getByText('new.md', { exact: true }).waitFor()
      await rm(join(folder, 'new.md'))

      await press(page.getByRole('main').getByRole('link', { name: 'All data sources' }))
      await card.getByRole('link', { name: 'Harbour' }).waitFor()
      await press(button('Pause', card))
      await card.getByText('None: it runs only with Sync now').waitFor()
      await selectInMenu(button('Resume', card), 'Every day')
      await card.getByText(/\(every day\)/).waitFor()
      await expectClean('card')

      await selectInMenu(button('Change Harbour', card), 'Edit…')
      await page.getByRole('heading', { name: 'Edit Harbour' }).waitFor()
      await expect.poll(() => field('Path', page).inputValue()).toBe(folder)
      await expect.poll(() => page.getByLabel('Everyone in the organization').isChecked()).toBe(true)
      await expect.poll(() => field('Check for changes', page).inputValue()).toBe('1440')
      await expectClean('edit')
      await enterText(field('Name', page), 'Port')
      await press(button('Save', page))
      await page.getByRole('heading', { name: 'Port', exact: true }).waitFor()

      const renamed = page.getByRole('article', { name: 'Port' })
      await selectInMenu(button('Change Port', renamed), 'Delete…')
      const dialog = page.getByRole('dialog', { name: 'Delete the connection Port?' })
      await dialog.getByText('They stay in the data source as they are now.').waitFor()
      await expectClean('delete')
      await toggle(dialog.getByLabel(/^Delete \d+ items/))
      await press(button('Delete', dialog))
      await page.getByText('No data sources yet').waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
  )

  test('a secret is stored, kept when its field stays empty, and never shown again', async () => {
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().includes('/v1/')) bodies.push(response.text().catch(() => ''))
    })
    await page.goto('/connect/feed')
    await field('Address', page).fill(`http://${feedHost}/feed.xml`)
    await field('Authorization', page).fill('Bearer wrong')
    await field('Name', page).fill('News')
    await button('Test connection', page).click()
    await page.getByText('The test failed').waitFor()
    await expect.poll(() => field('Authorization', page).inputValue()).toBe('Bearer wrong')
    await field('Authorization', page).fill(secret)
    await button('Test connection', page).click()
    await page.getByText('Connected. It has 1 item:').waitFor()
    await button('Connect', page).click()
    const card = page.getByRole('article', { name: 'News' })
    await card.getByText('Up to date').waitFor()

    await button('Change News', card).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const authorization = field('Authorization', page)
    await authorization.waitFor()
    expect([await authorization.inputValue(), await authorization.getAttribute('placeholder')]).toEqual(['', 'Stored'])
    await expect.poll(() => authorization.getAttribute('type')).toBe('password')
    await field('Name', page).fill('Tidings')
    await button('Save', page).click()
    await page.getByRole('heading', { name: 'Tidings' }).waitFor()
    sent.length = 0
    await button('Sync now', page).click()
    await page
      .getByRole('status')
      .getByText(/^Tidings: up to date/)
      .waitFor()
    expect(sent).toEqual([secret])

    // Another address with the stored secret would send it elsewhere: it is asked for again, and nothing typed is lost.
    await button('Change Tidings', page).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const elsewhere = `http://127.0.0.1:${await freePort()}/feed.xml`
    await field('Address', page).fill(elsewhere)
    await button('Save', page).click()
    await page.getByText('Must be entered again, because the settings change.').waitFor()
    await expect.poll(() => field('Address', page).inputValue()).toBe(elsewhere)
    expect(await page.content()).not.toContain(secret)
    for (const body of await Promise.all(bodies)) expect(body).not.toContain(secret)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a source that fails says why and what is next; the connection can be deleted and its items kept', async () => {
    const created = await app.call(ada.key, 'POST', '/v1/admin/connections', {
      ...{ kind: 'folder', name: 'Lost', settings: { path: '/nowhere' }, readers: ['everyone'], everyMinutes: 60 },
    })
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ada })
    await page.goto('/data-sources')
    const card = page.getByRole('article', { name: 'Lost' })
    await card.getByText('Failed', { exact: true }).waitFor()
    await card.getByText(/is not a folder that this server can read. Ask the operator/).waitFor()
    await card.getByText(/because the last one failed/).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await button('Change Lost', card).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await button('Delete', page.getByRole('dialog')).click()
    await card.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Lost/ }).waitFor()
    const { dataSources } = (await app.call(ada.key, 'GET', '/v1/data-sources')).body
    expect(dataSources.map(({ id }: { id: string }) => id)).toContain(created.body.rootId)
    expect(problems).toEqual([])
    await context.close()
  })

  test('a member who is no admin sees nothing of it', async () => {
    const settings = { path: folder }
    const connection = { id: 'hidden', kind: 'folder', name: 'Hidden', settings, readers: [`user:${ada.email}`] }
    await app.call(ada.key, 'POST', '/v1/admin/connections', connection)
    const { page, context, problems } = await app.openPage({ organizationId: 'acme', person: ben })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/data-sources')
    await page.getByRole('heading', { name: 'Data sources' }).waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => page.getByText(/Connect a source|Hidden/).count()).toBe(0)
    for (const path of ['/connect', '/connect/folder', '/connections/hidden']) {
      await page.goto(path)
      await page.getByText('Page not found').waitFor()
    }
    expect(asked.filter((url) => url.includes('/v1/admin/'))).toEqual([])
    expect((await app.call(ben.key, 'GET', '/v1/admin/connections')).status).toBe(403)
    expect(problems).toEqual([])
    await context.close()
  })
})
