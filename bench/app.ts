import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CDPSession } from 'playwright-core'
import { type BrowserApp, browserUnavailableReason, startBrowserApp } from '../test/browser/browser-app.ts'
import { seedItems, seedNotes } from '../test/browser/seed-lists.ts'
import type { Person } from '../test/support/test-app.ts'
import { percentile } from './http-load.ts'

const noteCount = 5000
const itemCount = 100_000

/** Measures the app in Chromium: first load, first streamed words, and key presses in long lists. */
export async function benchApp(print: (line: string) => void): Promise<void> {
  if (browserUnavailableReason) throw new Error(`This benchmark needs a browser, but ${browserUnavailableReason}.`)
  const app = await startBrowserApp()
  try {
    await app.organization('acme')
    const ada = await app.person('acme', 'ada', { role: 'admin' })
    await app.note('acme', { title: 'Gates', content: 'The blue harbour gate opens at seven.' })
    await measureFirstLoad(app, ada, print)
    await measureFirstDelta(app, ada, print)
    await seedNotes(app, 'acme', { notes: noteCount, sections: 5 })
    await app.dataSource('acme', 'tickets')
    await seedItems(app, 'tickets', itemCount)
    await measureNotes(app, ada, print)
    await measureItems(app, ada, print)
  } finally {
    await app.closeAll()
  }
}

async function measureFirstLoad(app: BrowserApp, ada: Person, print: (line: string) => void): Promise<void> {
  const paints: Record<string, number[]> = { 'first-paint': [], 'first-contentful-paint': [] }
  let bytes = 0
  const editor = findEditorScript()
  for (let round = 0; round < 7; round++) {
    const { page, context } = await app.openPage({ organizationId: 'acme', person: ada })
    const scripts = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.add(new URL(response.url()).pathname)
    })
    await page.goto('/')
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor()
    await page.waitForLoadState('networkidle')
    for (const [name, times] of Object.entries(paints))
      times.push(await page.evaluate<number>(`performance.getEntriesByName('${name}')[0].startTime`))
    bytes = [...scripts].reduce((sum, path) => sum + gzippedBytes(path), 0)
    if (scripts.has(editor)) throw new Error('The Ask screen loads the editor.')
    await context.close()
  }
  print(`Ask, script: ${(bytes / 1000).toFixed(1)} kB gzip (target: at most 150)`)
  print(`Editor, in a script of its own that Ask doesn't load: ${(gzippedBytes(editor) / 1000).toFixed(1)} kB gzip`)
  for (const [name, times] of Object.entries(paints))
    print(`Ask, ${name.replaceAll('-', ' ')}: ${formatTimes(times)} (target: under 1,000)`)
}

function findEditorScript(): string {
  const name = readdirSync(fileURLToPath(new URL('../web/dist/assets', import.meta.url))).find((file) =>
    /^note-editor-[^.]+\.js$/.test(file),
  )
  if (!name) throw new Error('The build has no script of its own for the editor.')
  return `/assets/${name}`
}

/** Returns the size of the built file; small files have no compressed version. */
function gzippedBytes(path: string): number {
  const file = fileURLToPath(new URL(`../web/dist${path}`, import.meta.url))
  return (statSync(`${file}.gz`, { throwIfNoEntry: false }) ?? statSync(file)).size
}

/** Measures from the first delta written to the connection to the frame that shows it. */
async function measureFirstDelta(app: BrowserApp, ada: Person, print: (line: string) => void): Promise<void> {
  let sentAt = 0
  app.server.server.prependListener('request', (_request, response) => {
    const write = response.write
    response.write = ((...args: Parameters<typeof write>) => {
      if (sentAt === 0 && String(args[0]).includes('event: delta')) sentAt = Date.now()
      return write.apply(response, args)
    }) as typeof write
  })
  const { page, context } = await app.openPage({ organizationId: 'acme', person: ada })
  const waits: number[] = []
  for (let round = 0; round < 10; round++) {
    sentAt = 0
    await page.goto('/')
    await page.getByLabel('Ask a question').fill('When does the blue harbour gate open?')
    const shown = page.evaluate<number>(`new Promise((resolve) => {
      const look = () => /opens/.test(document.querySelector('article')?.textContent ?? '')
        ? resolve(performance.timeOrigin + performance.now())
        : requestAnimationFrame(look)
      look()
    })`)
    await page.keyboard.press('Enter')
    const shownAt = await shown
    if (sentAt === 0) throw new Error('The answer was not streamed.')
    waits.push(shownAt - sentAt)
  }
  await context.close()
  print(`First words, from sent to shown: ${formatTimes(waits)} (target: under 150)`)
}

async function measureNotes(app: BrowserApp, ada: Person, print: (line: string) => void): Promise<void> {
  const { page, context, measure, settle } = await openInstrumentedPage(app, ada)
  await page.goto('/notes')
  const tree = page.getByRole('tree')
  await tree.focus()
  const open = (section: number) => page.getByRole('treeitem', { name: `Section ${section}`, exact: true })
  for (let section = 5; section > 1; section--) {
    await open(section).waitFor()
    await open(section).locator('span').first().click()
  }
  await settle()
  // Section 1 is at the top, so everything else moves when it opens.
  await page.keyboard.press('Home')
  const lines: [string, () => Promise<void>, number][] = [
    ['open a branch of 999', () => page.keyboard.press('ArrowRight'), 1],
    ['close it', () => page.keyboard.press('ArrowLeft'), 1],
    ['open it again', () => page.keyboard.press('ArrowRight'), 1],
    ['arrow down', () => page.keyboard.press('ArrowDown'), 40],
    ['to the end', () => page.keyboard.press('End'), 1],
    ['to the beginning', () => page.keyboard.press('Home'), 1],
    ['a letter', () => page.keyboard.press('s'), 5],
    ['scroll', () => page.mouse.wheel(0, 3000), 40],
    ['find: a letter', () => page.keyboard.press('e'), 8],
  ]
  await tree.hover()
  for (const [what, press, times] of lines) {
    if (what.startsWith('find')) {
      await page.getByRole('button', { name: 'Find a note' }).click()
      await page.getByRole('dialog').getByRole('searchbox').focus()
    }
    print(`${noteCount.toLocaleString('en')} notes, ${what}: ${await measure(press, times)}`)
  }
  await context.close()
}

async function measureItems(app: BrowserApp, ada: Person, print: (line: string) => void): Promise<void> {
  const { page, context, measure } = await openInstrumentedPage(app, ada)
  await page.goto('/data-sources/tickets')
  const next = page.getByRole('button', { name: 'Next' })
  await next.waitFor()
  await next.focus()
  const lines: [string, () => Promise<void>, number][] = [
    ['next page', () => page.keyboard.press('Enter'), 10],
    ['scroll', () => page.mouse.wheel(0, 300), 20],
    ['find: a figure', () => page.keyboard.press('7'), 4],
    ['find: one less', () => page.keyboard.press('Backspace'), 4],
  ]
  for (const [what, press, times] of lines) {
    if (what === 'find: a figure') await page.getByLabel('Search by title').focus()
    print(`${itemCount.toLocaleString('en')} items, ${what}: ${await measure(press, times)}`)
  }
  await context.close()
}

/** Opens a page and measures the main thread's CPU time for each action and its consequences. */
async function openInstrumentedPage(app: BrowserApp, ada: Person) {
  const { page, context } = await app.openPage({ organizationId: 'acme', person: ada })
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let openRequests = 0
  page.on('request', () => openRequests++)
  page.on('requestfinished', () => openRequests--)
  page.on('requestfailed', () => openRequests--)
  const settle = async () => {
    // Pages of a branch are requested one after the other, so wait for three quiet frames.
    for (let quiet = 0; quiet < 3; quiet = openRequests > 0 ? 0 : quiet + 1)
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))')
  }
  const measure = async (press: () => Promise<void>, times: number): Promise<string> => {
    const work: number[] = []
    for (let round = 0; round < times; round++) {
      await settle()
      const before = await mainThreadMs(session)
      await press()
      await settle()
      work.push((await mainThreadMs(session)) - before)
    }
    return `${formatTimes(work)} (target: under 100)`
  }
  return { page, context, measure, settle }
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0)
}

function formatTimes(times: readonly number[]): string {
  if (times.length === 1) return `${times[0]?.toFixed(0)} ms`
  return `${percentile(times, 0.5).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`
}
