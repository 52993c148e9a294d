import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Opened } from '../browser/browser-app.ts'
import { showServerPage } from '../browser/show-server-page.ts'
import { cut, type Filled, groupSize, groupsOf } from './fill-service.ts'
import { hostilePage } from './hostile-pages.ts'

const scripts = ['in-page-watch.js', 'in-page-hands.js'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
)

export interface Walk {
  /** Whatever became more than text: empty is what is wanted. */
  problems: string[]
  /** How often each kind of place showed a string. */
  seen: Map<string, number>
}

/** Every string on every screen that shows it, in a browser. */
export async function walkScreens(
  filled: Filled,
  strings: readonly string[],
  {
    inFullEvery = 1,
    onProgress = () => {},
  }: {
    /** Of so many strings one is imported, asked and opened as an item: the slow part of a long list. */
    inFullEvery?: number
    onProgress?: (what: string, done: number) => void
  } = {},
): Promise<Walk> {
  const { page, context, problems } = await openWatched(filled)
  const seen = new Map<string, number>()
  const look = async (what: string, count: number) => {
    seen.set(what, (seen.get(what) ?? 0) + count)
    for (const one of await page.evaluate<string[]>('xssWatch.found()')) problems.push(`${what}: ${one}`)
    onProgress(what, seen.get(what) as number)
  }
  const hands = <T>(name: string, ...given: unknown[]) =>
    page.evaluate<T>(`xssHands.${name}(${given.map((one) => JSON.stringify(one)).join(', ')})`)

  const walkGroup = async (start: number, group: readonly string[]) => {
    await beCalled(page, cut(group[0] as string, 200))
    await hands('readNote', filled.folders[start / groupSize])
    await look('read, edited, previewed and compared in notes', group.length)
    const some = group.filter((_, index) => index % inFullEvery === 0)
    await hands('openImport')
    await page.locator('dialog input[type="file"]').setInputFiles(some.map(fileOf))
    await hands('importResults', some.length)
    await look('imported as a file and shown in the tree', some.length)
    const sought = group.slice(0, 5)
    await hands(
      'find',
      sought.map((text) => cut(text, 200)),
    )
    await look('looked for among notes', sought.length)
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
  const attempt = (work: Promise<void>, what: string) =>
    work.catch((error) => void problems.push(`${what}: ${error}`))
  for (const { start, group } of groupsOf(strings))
    await attempt(walkGroup(start, group), `strings from ${start} on`)
  await attempt(walkItems(), 'items')
  for (const [what, step] of lists)
    await attempt(
      hands<number>(step).then((count) => look(what, count)),
      what,
    )
  for (const [path, shows] of otherScreens)
    await attempt(
      hands('openScreen', path, shows).then(() => look('other screens', 1)),
      path,
    )
  for (const { group } of groupsOf(strings)) {
    await showServerPage(page, hostilePage(group))
    await look('on pages that the server writes', group.length)
  }
  await context.close()
  return { problems, seen }
}

/** A window of the admin, with the watch in every page of it. */
export async function openWatched({ app, admin }: Filled): Promise<Opened> {
  const opened = await app.open({ organizationId: 'acme', person: admin })
  for (const path of scripts) await opened.page.addInitScript({ path })
  return opened
}

const lists = [
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
  ['/settings/audit', 'createNote'],
  ['/settings/keys', 'Create key'],
] as const

/** Its first heading is the title of the note; a slash in its name would make a folder of what is before it. */
function fileOf(text: string, index: number) {
  return {
    name: `${index} ${text.replaceAll('/', '\u2215')}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# ${text}\n\n${text}\n`),
  }
}

/** A page loaded anew, with the string beside the navigation as the name of who is signed in. */
async function beCalled(page: Page, name: string): Promise<void> {
  await page.goto('/settings/account')
  await page.evaluate(`(async () => {
    const { id } = await (await fetch('/v1/me')).json()
    const headers = { 'content-type': 'application/json' }
    await fetch('/v1/members/' + id, { method: 'PATCH', headers, body: ${JSON.stringify(JSON.stringify({ name }))} })
  })()`)
  await page.goto('/')
  await page.getByLabel('Ask a question').waitFor()
  // The globals of the app as it stands are the ones that may be there.
  await page.evaluate('xssWatch.found()')
}
