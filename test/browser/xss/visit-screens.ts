import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { OpenedPage } from '../browser-app.ts'
import { showServerPage } from '../show-server-page.ts'
import { payloadPage } from './payload-page.ts'
import { batchesOf, payloadsPerNote, type SeededApp, truncateText } from './seed-payloads.ts'

const initScripts = ['in-page-monitor.js', 'in-page-driver.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
)

export interface VisitResult {
  /** Whatever became more than text: empty is what is wanted. */
  problems: string[]
  /** How often each kind of place showed a string. */
  shownCounts: Map<string, number>
}

/** Every string on every screen that shows it, in a browser. */
export async function visitScreens(
  filled: SeededApp,
  strings: readonly string[],
  {
    inFullEvery = 1,
    onProgress = () => {},
  }: {
    /** Of so many strings one is imported, asked and opened as an item: the slow part of a long list. */
    inFullEvery?: number
    onProgress?: (what: string, done: number) => void
  } = {},
): Promise<VisitResult> {
  const { page, context, problems } = await openMonitoredPage(filled)
  const shownCounts = new Map<string, number>()
  const look = async (what: string, count: number) => {
    shownCounts.set(what, (shownCounts.get(what) ?? 0) + count)
    for (const one of await page.evaluate<string[]>('xssMonitor.found()')) problems.push(`${what}: ${one}`)
    onProgress(what, shownCounts.get(what) as number)
  }
  const hands = <T>(name: string, ...given: unknown[]) =>
    page.evaluate<T>(`xssDriver.${name}(${given.map((one) => JSON.stringify(one)).join(', ')})`)

  const walkGroup = async (start: number, group: readonly string[]) => {
    await setDisplayName(page, truncateText(group[0] as string, 200))
    await hands('readNote', filled.folderIds[start / payloadsPerNote])
    await look('read, edited, previewed and compared in notes', group.length)
    const some = group.filter((_, index) => index % inFullEvery === 0)
    await hands('openImport')
    await page.getByLabel('Files to import').setInputFiles(some.map(payloadFile))
    await hands('importResults', some.length)
    await look('imported as a file and shown in the tree', some.length)
    const sought = group.slice(0, 5)
    await hands(
      'find',
      sought.map((text) => truncateText(text, 200)),
    )
    await look('looked for among notes', sought.length)
    await hands(
      'search',
      sought.map((text) => truncateText(text, 200)),
    )
    await look('searched for everywhere', sought.length)
    await hands('ask', some)
    await look('asked, with the answer and its source', some.length)
  }
  const walkItems = async () => {
    for (let number = 1, hasMore = true; hasMore; number += 1) {
      const items = await hands<{ shown: number; hasMore: boolean }>('openItems', number, inFullEvery)
      hasMore = items.hasMore
      await look('as an item and its address', items.shown)
    }
  }
  // What a screen does not show is a problem, too, and no reason to leave the rest unseen.
  const attempt = (work: Promise<void>, what: string) => work.catch((error) => void problems.push(`${what}: ${error}`))
  for (const { start, group } of batchesOf(strings)) await attempt(walkGroup(start, group), `strings from ${start} on`)
  await attempt(walkItems(), 'items')
  for (const [what, step] of listScreens)
    await attempt(
      hands<number>(step).then((count) => look(what, count)),
      what,
    )
  for (const [path, shows] of otherScreens)
    await attempt(
      hands('openScreen', path, shows).then(() => look('other screens', 1)),
      path,
    )
  for (const { group } of batchesOf(strings)) {
    await showServerPage(page, payloadPage(group))
    await look('on pages that the server writes', group.length)
  }
  await context.close()
  return { problems, shownCounts }
}

/** A window of the admin, with the watch in every page of it. */
export async function openMonitoredPage({ app, admin }: SeededApp): Promise<OpenedPage> {
  const opened = await app.openPage({ organizationId: 'acme', person: admin })
  for (const path of initScripts) await opened.page.addInitScript({ path })
  return opened
}

const listScreens = [
  ['in the history', 'readHistory'],
  ['as the name of a member', 'readMembers'],
  ['as a digest', 'readInbox'],
] as const

const otherScreens = [
  ['/insights', 'Questions over time'],
  ['/assistants', 'Preview digest'],
  ['/data-sources', 'strings'],
  ['/settings/organization', 'Asking'],
  ['/settings/groups', 'New group'],
  ['/settings/audit', 'Created a note'],
  ['/settings/keys', 'Create key'],
] as const

/** Its first heading is the title of the note; a slash in its name would make a folder of what is before it. */
function payloadFile(text: string, index: number) {
  return {
    name: `${index} ${text.replaceAll('/', '\u2215')}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# ${text}\n\n${text}\n`),
  }
}

/** A page loaded anew, with the string beside the navigation as the name of who is signed in. */
async function setDisplayName(page: Page, name: string): Promise<void> {
  await page.goto('/settings/account')
  await page.evaluate(`(async () => {
    const { id } = await (await fetch('/v1/me')).json()
    const headers = { 'content-type': 'application/json' }
    await fetch('/v1/members/' + id, { method: 'PATCH', headers, body: ${JSON.stringify(JSON.stringify({ name }))} })
  })()`)
  await page.goto('/')
  await page.getByLabel('Ask a question').waitFor()
  // The globals of the app as it stands are the ones that may be there.
  await page.evaluate('xssMonitor.found()')
}
