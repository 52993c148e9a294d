import type { Client, CustomContent } from '../src/index.ts'

/** What the example needs from your system: pages, tickets, records. */
export interface OwnSystem {
  /** Changes since `cursor`, oldest first; undefined: from the beginning. */
  listChanges(cursor: string | undefined): AsyncIterable<{ cursor: string; record: OwnRecord }>
  /** The ids of all records that exist now. */
  listIds(): Promise<string[]>
}

export interface OwnRecord {
  id: string
  isDeleted: boolean
  title: string
  markdown: string
  changedAt: Date
  url: string
}

/** Where the cursor is kept between runs: a file, a row. */
export interface CursorStore {
  read(): Promise<string | undefined>
  write(cursor: string): Promise<void>
}

const batchSize = 100

/** Sends what changed since the last run. Interrupted at any point, the next run continues at the last stored cursor. */
export async function sendChanges(client: Client, rootId: string, system: OwnSystem, cursors: CursorStore) {
  let items: CustomContent[] = []
  let reached: string | undefined
  const flush = async () => {
    if (items.length > 0) {
      const { results } = await client.indexBatch({ items })
      for (const result of results) if (!result.ok) console.error(result.error.message, result.error.details)
    }
    items = []
    if (reached !== undefined) await cursors.write(reached)
  }
  for await (const { cursor, record } of system.listChanges(await cursors.read())) {
    // Order matters: a record that was sent in this batch and is deleted now must not come back.
    if (record.isDeleted) {
      await flush()
      await client.deleteContent({ rootId, id: record.id })
    } else items.push(toItem(rootId, record))
    reached = cursor
    if (items.length >= batchSize) await flush()
  }
  await flush()
}

/** Removes items that your system no longer has, for systems that don't report deletions. Run it once a day. */
export async function removeMissing(client: Client, rootId: string, system: OwnSystem) {
  await client.indexSnapshot({ rootId, ids: await system.listIds() })
}

function toItem(rootId: string, { id, title, markdown, changedAt, url }: OwnRecord): CustomContent {
  return { rootId, id, title, content: markdown, type: 'markdown', updatedAt: changedAt.toISOString(), url }
}
