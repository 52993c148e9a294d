import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { content, type Person } from '../scratch-app.ts'
import { type BrowserApp, sayIfLeftOut, startBrowserApp, whyNot } from './browser-app.ts'

sayIfLeftOut('that no text of a note, an item, a name or a question ever runs as code')

/** Each would set `hit` or open a dialog if it ran anywhere. */
const hostile = [
  '<script>window.hit=1</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<a href="javascript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1))',
  '[press](java&#x0A;script:alert(1))',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](x"onerror="alert(1))',
  '![x](javascript:alert(1))',
  '<javascript:alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<style>@import"data:text/css,*{x:expression(alert(1))}"</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '<details open ontoggle=alert(1)>',
  '<form action=javascript:alert(1)><input type=submit></form>',
  '\u202e<script>alert(1)</script>',
  '<object data="javascript:alert(1)">',
  '<base href="//evil.test/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '`<img src=x onerror=alert(1)>`',
  '```\n<script>alert(1)</script>\n```',
  '| <img src=x onerror=alert(1)> | b |\n|---|---|\n| [x](javascript:alert(1)) | 2 |',
]

describe.skipIf(whyNot)('hostile text', () => {
  let app: BrowserApp
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    app = await startBrowserApp()
    await app.organization('acme', { name: hostile[1] as string })
    const admin: Person = await app.person('acme', 'ada', { role: 'admin' })
    await app.app.members.update('acme', admin.id, { name: hostile[0] as string })
    await app.dataSource('acme', 'tickets')
    for (const [index, text] of hostile.entries()) {
      await app.note('acme', {
        id: `n${index}`,
        title: text.slice(0, 200),
        content: `Harbour ${index}. ${text}`,
      })
      await app.call(
        admin.key,
        'POST',
        '/v1/ask/index',
        content({
          id: `T-${index}`,
          title: text,
          content: `The lighthouse number ${index} is red. ${text}`,
          type: index % 2 ? 'markdown' : 'html',
          url: `https://example.com/?${encodeURIComponent(text)}`,
        }),
      )
    }
    ;({ page, problems } = await app.open({ organizationId: 'acme', person: admin }))
  })
  afterAll(async () => {
    await app.closeAll()
  })

  /** No script ran, no dialog, nothing that the policy had to refuse, and every link leads to a web address. */
  async function expectInert(where: string) {
    expect({ where, problems, hit: await page.evaluate('window.hit') }).toEqual({
      where,
      problems: [],
      hit: undefined,
    })
    const hrefs = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a')].map((link) => link.protocol)",
    )
    expect(hrefs.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([])
    const foreign = await page.evaluate<number>(
      "document.querySelectorAll('main iframe, main object, main img, main script, main style, main base, main meta').length",
    )
    expect(foreign).toBe(0)
  }

  test('is only text in notes', async () => {
    for (const index of hostile.keys()) {
      await page.goto(`/notes/n${index}`)
      await page.getByText(`Harbour ${index}.`).first().waitFor()
      await expectInert(`note ${index}`)
    }
  })

  test('is only text in the items of a data source and what was understood of them', async () => {
    await page.goto('/data-sources/tickets')
    const items = page.locator('main li button:not([aria-label])')
    await items.first().waitFor()
    const count = await items.count()
    expect(count).toBeGreaterThan(20)
    for (let index = 0; index < count; index += 1) {
      await items.nth(index).click()
      await page.getByRole('dialog').getByText('This is what was understood').waitFor()
      await page.getByRole('dialog').getByText('lighthouse').first().waitFor()
      await expectInert(`item ${index}`)
      await page.keyboard.press('Escape')
    }
  })

  test('is only text in questions, answers, sources and the history', async () => {
    for (const text of [...hostile.slice(0, 8), 'Which lighthouse number 3 is red?']) {
      await page.goto('/')
      await page.getByLabel('Ask a question').fill(text)
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('button', { name: 'Good answer' }).waitFor()
      await expectInert(`answer to ${text}`)
    }
    await page.locator('.citation').first().click()
    await page.getByRole('dialog').locator('p').first().waitFor()
    await expectInert('source')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('dialog').locator('li').first().waitFor()
    await expectInert('history')
  })

  test('is only text in insights, settings and the digest', async () => {
    await app.assistant('acme', 'guide')
    for (const [path, shows] of [
      ['/insights', 'Questions over time'],
      ['/settings/members', 'ada@acme.test'],
      ['/settings/organization', 'Asking'],
      ['/inbox', 'guide'],
      ['/assistants', 'guide'],
    ] as const) {
      await page.goto(path)
      await page.getByText(shows).first().waitFor()
      await page.waitForLoadState('networkidle')
      await expectInert(path)
    }
  })
})
