import { sql } from 'kysely'
import { contentFixture, type Person } from '../../support/test-app.ts'
import { type BrowserApp, startBrowserApp } from '../browser-app.ts'

export interface SeededApp {
  app: BrowserApp
  admin: Person
  /** Notes that hold the strings of a group, one after the other. */
  folderIds: string[]
  /** How many of the strings are the address of an item, too; the others would run code and are refused. */
  acceptedUrlCount: number
}

/** So many strings share a note, and a page. */
export const payloadsPerNote = 100

/** A service with every string as title, content, address, name of a person, an assistant, a group and an organization. */
export async function seedPayloads(
  strings: readonly string[],
  onProgress: (what: string, done: number) => void = () => {},
): Promise<SeededApp> {
  const app = await startBrowserApp()
  const first = strings[0] ?? ''
  await app.organization('acme', { name: truncateText(first, 200) })
  const admin = await app.person('acme', 'ada', { role: 'admin' })
  await app.app.members.update('acme', admin.id, { name: truncateText(first, 200) })
  await app.dataSource('acme', 'strings')
  const filled: SeededApp = { app, admin, folderIds: [], acceptedUrlCount: 0 }
  for (const { start, group } of batchesOf(strings)) {
    await seedBatch(filled, group, start)
    onProgress('put into the service', start + group.length)
  }
  return filled
}

export function* batchesOf(strings: readonly string[]): Generator<{ start: number; group: string[] }> {
  for (let start = 0; start < strings.length; start += payloadsPerNote)
    yield { start, group: strings.slice(start, start + payloadsPerNote) }
}

async function seedBatch(filled: SeededApp, group: readonly string[], start: number): Promise<void> {
  const { app, admin } = filled
  const folder = `f${start / payloadsPerNote}`
  filled.folderIds.push(folder)
  const first = group[0] as string
  const blocks = group.join('\n\n---\n\n')
  for (const text of [`Many strings.\n\nBefore.`, `Many strings.\n\n${blocks}`])
    await app.note('acme', {
      id: folder,
      title: truncateText(first, 200),
      content: text,
      updatedAt: new Date(),
    })
  const items: Record<string, unknown>[] = []
  for (const [index, text] of group.entries()) {
    const number = start + index
    items.push(
      contentFixture({
        rootId: 'strings',
        id: `T-${number}`,
        title: truncateText(text, 1024),
        content: `The lighthouse number ${number} is red. ${text}\n\n${text}`,
        type: number % 2 ? 'markdown' : 'html',
        url: truncateText(text, 2048),
      }),
    )
  }
  await app.assistant('acme', `a${folder}`, { scope: { notes: [folder], dataSources: [] } })
  await app.call(admin.key, 'PATCH', `/v1/assistants/a${folder}`, {
    name: truncateText(first, 200),
    instructions: truncateText(first, 8000),
  })
  await app.call(admin.key, 'POST', '/v1/groups', { name: truncateText(first, 200), memberIds: [admin.id] })
  filled.acceptedUrlCount += await indexItems(filled, items)
  await seedLists(filled, group, start)
}

/** People, and questions of the history, each answered with itself: as they are stored, many in one statement. */
async function seedLists({ app, admin }: SeededApp, group: readonly string[], start: number): Promise<void> {
  const rows = group.map((text, index) => ({
    id: `m${start + index}`,
    name: truncateText(text, 200),
    question: text,
    sources: [
      {
        id: `T-${start + index}`,
        title: truncateText(text, 1024),
        url: truncateText(text, 2048),
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
    from given`.execute(app.database.unrestricted)
}

/** As it is; where the address is refused, with one that carries it. */
async function indexItems({ app, admin }: SeededApp, items: Record<string, unknown>[]): Promise<number> {
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

export function truncateText(text: string, most: number): string {
  return text.slice(0, most).toWellFormed()
}
