import { sql } from 'kysely'
import { type BrowserApp, startBrowserApp } from '../browser/browser-app.ts'
import { content, type Person } from '../scratch-app.ts'

export interface Filled {
  app: BrowserApp
  admin: Person
  /** Notes that hold the strings of a group, one after the other. */
  folders: string[]
  /** How many of the strings are the address of an item, too; the others would run code and are refused. */
  addresses: number
}

/** So many strings share a note, and a page. */
export const groupSize = 100

/** A service with every string as title, content, address, name of a person, an assistant, a group and an organization. */
export async function fillService(
  strings: readonly string[],
  onProgress: (what: string, done: number) => void = () => {},
): Promise<Filled> {
  const app = await startBrowserApp()
  const first = strings[0] ?? ''
  await app.organization('acme', { name: cut(first, 200) })
  const admin = await app.person('acme', 'ada', { role: 'admin' })
  await app.app.members.update('acme', admin.id, { name: cut(first, 200) })
  await app.dataSource('acme', 'strings')
  const filled: Filled = { app, admin, folders: [], addresses: 0 }
  for (const { start, group } of groupsOf(strings)) {
    await fillGroup(filled, group, start)
    onProgress('put into the service', start + group.length)
  }
  return filled
}

export function* groupsOf(strings: readonly string[]): Generator<{ start: number; group: string[] }> {
  for (let start = 0; start < strings.length; start += groupSize)
    yield { start, group: strings.slice(start, start + groupSize) }
}

async function fillGroup(filled: Filled, group: readonly string[], start: number): Promise<void> {
  const { app, admin } = filled
  const folder = `f${start / groupSize}`
  filled.folders.push(folder)
  const first = group[0] as string
  const blocks = group.join('\n\n---\n\n')
  for (const text of [`Many strings.\n\nBefore.`, `Many strings.\n\n${blocks}`])
    await app.note('acme', { id: folder, title: cut(first, 200), content: text, updatedAt: new Date() })
  const items: Record<string, unknown>[] = []
  for (const [index, text] of group.entries()) {
    const number = start + index
    items.push(
      content({
        rootId: 'strings',
        id: `T-${number}`,
        title: cut(text, 1024),
        content: `The lighthouse number ${number} is red. ${text}\n\n${text}`,
        type: number % 2 ? 'markdown' : 'html',
        url: cut(text, 2048),
      }),
    )
  }
  await app.assistant('acme', `a${folder}`, { scope: { notes: [folder], dataSources: [] } })
  await app.call(admin.key, 'PATCH', `/v1/assistants/a${folder}`, {
    name: cut(first, 200),
    instructions: cut(first, 8000),
  })
  await app.call(admin.key, 'POST', '/v1/groups', { name: cut(first, 200), memberIds: [admin.id] })
  filled.addresses += await indexAll(filled, items)
  await fillLists(filled, group, start)
}

/** People, and questions of the history, each answered with itself: as they are stored, many in one statement. */
async function fillLists({ app, admin }: Filled, group: readonly string[], start: number): Promise<void> {
  const rows = group.map((text, index) => ({
    id: `m${start + index}`,
    name: cut(text, 200),
    question: text,
    sources: [
      {
        id: `T-${start + index}`,
        title: cut(text, 1024),
        url: cut(text, 2048),
        updatedAt: '2026-11-01T09:00:00Z',
      },
    ],
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id text, name text, question text, sources jsonb)
    ), people as (
      insert into member (org_id, id, email, name, role)
      select 'acme', id, id || '@acme.test', name, 'member' from given
    )
    insert into question (org_id, id, member_id, asked_at, channel, question, outcome, answer, sources, document_keys)
    select 'acme', 'q' || id, ${admin.id}, now(), 'app', question, 'answered', question || ' [1]', sources, '[[]]'
    from given`.execute(app.database.service)
}

/** As it is; where the address is refused, with one that carries it. */
async function indexAll({ app, admin }: Filled, items: Record<string, unknown>[]): Promise<number> {
  const send = async (batch: Record<string, unknown>[]): Promise<boolean[]> => {
    if (batch.length === 0) return []
    const { body } = await app.call(admin.key, 'POST', '/v1/ask/index/batch', { items: batch })
    return body.results.map((result: { ok: boolean }) => result.ok)
  }
  const isTaken = await send(items)
  const refused = items.filter((_, index) => !isTaken[index])
  const carried = refused.map((item) => ({
    ...item,
    url: `https://example.com/?${encodeURIComponent(String(item.url))}`,
  }))
  const isTakenThen = await send(carried)
  if (isTakenThen.includes(false)) throw new Error('An item with a web address was refused')
  return items.length - refused.length
}

export function cut(text: string, most: number): string {
  return text.slice(0, most).toWellFormed()
}
