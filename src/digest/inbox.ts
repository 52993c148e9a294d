import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import { type DocumentAddress, documentUrl } from '../document-url.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { isAfterCursor, toPage } from '../storage/newest-first.ts'
import { type DigestLine, type RenderableLine, renderDigestMarkdown, type TopicRef } from './digest-markdown.ts'
import { readDataSourceNames } from './digest-topics.ts'
import type { ComposedDigest } from './digests.ts'

export interface InboxEntry {
  id: string
  assistantId: string
  assistantName: string
  scheduledFor: Date
  deliveredAt: Date
  readAt: Date | undefined
}

export interface InboxDigest extends InboxEntry {
  /** Markdown. */
  digest: string
}

export interface NewInboxDigest {
  id: string
  organizationId: string
  memberId: string
  assistantId: string
  assistantName: string
  scheduledFor: Date
  digest: ComposedDigest
}

export type Inbox = ReturnType<typeof createInbox>

const inboxRetentionDays = 366
const pageSize = 50

/** Stores the digests delivered to each member. */
export function createInbox({ database, publicUrl, now }: { database: Database; publicUrl: string; now: () => Date }) {
  const ownedBy = (caller: Caller) => sql`i.org_id = ${caller.organizationId} and i.member_id = ${caller.memberId}`

  const findRow = async (caller: Caller, id: string): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`select i.* from inbox_digest i where ${ownedBy(caller)} and i.id = ${id}`.execute(
      database.unrestricted,
    )
    return rows[0]
  }

  /** Returns the digest as delivered, without documents that the reader can no longer see. Undefined: there is none. */
  const find = async (caller: Caller, id: string): Promise<InboxDigest | undefined> => {
    const row = await findRow(caller, id)
    if (!row) return undefined
    const stored = await readStoredLines(database.unrestricted, caller.organizationId, id)
    const lines = await database.readAs(caller, (store) => resolveVisibleLines(store, caller, stored, publicUrl))
    const digest = renderDigestMarkdown({
      lines,
      moreCount: row.more_count,
      deletedCount: row.deleted_count,
      days: row.days,
      language: row.language,
    })
    return { ...toInboxEntry(row), digest }
  }

  return {
    /** Inserts within the caller's transaction. Returns false if this digest was delivered before. */
    async insert(store: Sql, { digest, ...entry }: NewInboxDigest): Promise<boolean> {
      const isEmpty = isEmptyDigest(digest)
      const at = now()
      const { rows } = await sql`
        insert into inbox_digest (org_id, id, member_id, assistant_id, assistant_name, scheduled_for, told_until, days,
          language, more_count, deleted_count, delivered_at, read_at)
        values (${entry.organizationId}, ${entry.id}, ${entry.memberId}, ${entry.assistantId}, ${entry.assistantName},
          ${entry.scheduledFor}, ${digest.until}, ${digest.days}, ${digest.language}, ${digest.moreCount},
          ${digest.deletedCount}, ${at}, ${isEmpty ? at : null})
        on conflict do nothing returning id`.execute(store)
      if (rows.length === 0) return false
      await insertLines(store, entry.organizationId, entry.id, digest.lines)
      return true
    },

    /** Returns the end of the last period that the member's digests from this assistant cover. */
    async coveredUntil(organizationId: string, memberId: string, assistantId: string): Promise<Date | undefined> {
      const { rows } = await sql<{ at: Date | null }>`
        select max(told_until) as at from inbox_digest
        where org_id = ${organizationId} and member_id = ${memberId} and assistant_id = ${assistantId}`.execute(
        database.unrestricted,
      )
      return rows[0]?.at ?? undefined
    },

    async has(entry: Omit<NewInboxDigest, 'digest' | 'id' | 'assistantName'>): Promise<boolean> {
      const { rows } = await sql`
        select 1 from inbox_digest where org_id = ${entry.organizationId} and member_id = ${entry.memberId}
          and assistant_id = ${entry.assistantId} and scheduled_for = ${entry.scheduledFor}`.execute(
        database.unrestricted,
      )
      return rows.length > 0
    },

    /** Returns a page, newest first, and the number of unread digests on all pages. */
    async list(
      caller: Caller,
      cursor: string | undefined,
    ): Promise<{ entries: InboxEntry[]; unreadCount: number; nextCursor: string | null }> {
      const { rows } = await sql<Row>`
        select i.* from inbox_digest i
        where ${ownedBy(caller)} and ${isAfterCursor(cursor, { at: 'i.delivered_at', id: 'i.id' })}
        order by i.delivered_at desc, i.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
      const { page, nextCursor } = toPage(rows, pageSize, (row) => row.delivered_at)
      const unread = await sql<{ count: number }>`
        select count(*) as count from inbox_digest i where ${ownedBy(caller)} and i.read_at is null`.execute(
        database.unrestricted,
      )
      return { entries: page.map(toInboxEntry), unreadCount: unread.rows[0]?.count ?? 0, nextCursor }
    },

    find,

    async read(caller: Caller, id: string): Promise<InboxDigest> {
      const entry = await find(caller, id)
      if (!entry) throw notInInboxError()
      return entry
    },

    async markRead(caller: Caller, id: string, isRead: boolean): Promise<InboxEntry> {
      const row = await findRow(caller, id)
      if (!row) throw notInInboxError()
      const readAt = isRead ? (row.read_at ?? now()) : null
      await sql`update inbox_digest i set read_at = ${readAt} where ${ownedBy(caller)} and i.id = ${id}`.execute(
        database.unrestricted,
      )
      return toInboxEntry({ ...row, read_at: readAt })
    },

    async deleteExpired(at: Date): Promise<void> {
      const oldest = new Date(at.getTime() - inboxRetentionDays * dayMs)
      await sql`delete from inbox_digest where delivered_at < ${oldest}`.execute(database.unrestricted)
    },
  }
}

function notInInboxError(): AppError {
  return new AppError('not-found', 'There is no such digest in your inbox.')
}

/** Returns whether there is nothing to read in a digest. */
export function isEmptyDigest({ lines, moreCount, deletedCount }: ComposedDigest): boolean {
  return lines.length === 0 && moreCount === 0 && deletedCount === 0
}

async function insertLines(
  store: Sql,
  organizationId: string,
  digestId: string,
  lines: readonly DigestLine[],
): Promise<void> {
  const note = (topic: TopicRef | undefined) => (topic && 'noteKey' in topic ? topic.noteKey : null)
  const root = (topic: TopicRef | undefined) => (topic && 'rootId' in topic ? topic.rootId : null)
  // Lines of documents deleted since the digest was composed are left out.
  await sql`
    insert into inbox_line
      (org_id, digest_id, ordinal, document_key, kind, said, before, topic_note_key, topic_root_id)
    select ${organizationId}, ${digestId}, n.ordinal, n.document_key, n.kind, n.said, n.before, n.note_key, n.root_id
    from unnest(${lines.map((_, index) => index)}::int[], ${lines.map((line) => line.documentKey)}::bigint[],
      ${lines.map((line) => line.kind)}::text[], ${lines.map((line) => line.said)}::text[],
      ${lines.map((line) => line.before)}::text[], ${lines.map((line) => note(line.topic))}::bigint[],
      ${lines.map((line) => root(line.topic))}::text[])
      as n (ordinal, document_key, kind, said, before, note_key, root_id)
    join document d on d.org_id = ${organizationId} and d.key = n.document_key
    for key share of d`.execute(store)
}

async function readStoredLines(store: Sql, organizationId: string, digestId: string): Promise<DigestLine[]> {
  const { rows } = await sql<{
    document_key: number
    kind: DigestLine['kind']
    said: string
    before: string
    topic_note_key: number | null
    topic_root_id: string | null
  }>`
    select document_key, kind, said, before, topic_note_key, topic_root_id from inbox_line
    where org_id = ${organizationId} and digest_id = ${digestId} order by ordinal`.execute(store)
  return rows.map((row) => ({
    documentKey: row.document_key,
    kind: row.kind,
    said: row.said,
    before: row.before,
    topic:
      row.topic_note_key !== null
        ? { noteKey: row.topic_note_key }
        : row.topic_root_id !== null
          ? { rootId: row.topic_root_id }
          : undefined,
  }))
}

/** Adds the current names of documents and topics, and drops documents that the caller cannot see. */
async function resolveVisibleLines(
  store: Sql,
  caller: Caller,
  lines: readonly DigestLine[],
  publicUrl: string,
): Promise<RenderableLine[]> {
  const keys = lines.flatMap(({ documentKey, topic }) =>
    topic && 'noteKey' in topic ? [documentKey, topic.noteKey] : [documentKey],
  )
  const roots = lines.flatMap(({ topic }) => (topic && 'rootId' in topic ? [topic.rootId] : []))
  const documents = await sql<DocumentAddress & { key: number; title: string }>`
    select d.key, d.title, d.id, d.root_id as "rootId", d.is_attachment as "isAttachment", d.url from document d
    where ${visibleTo(caller, 'd')} and d.key = any(${keys}::bigint[])`.execute(store)
  const names = await readDataSourceNames(store, caller, roots)
  const visible = new Map(documents.rows.map((row) => [row.key, row]))
  const nameOf = (topic: TopicRef | undefined) =>
    topic && ('noteKey' in topic ? visible.get(topic.noteKey)?.title : names.get(topic.rootId))
  return lines.flatMap((line) => {
    const document = visible.get(line.documentKey)
    if (!document) return []
    const url = documentUrl(publicUrl, document)
    return [{ ...line, title: document.title, url, topicName: nameOf(line.topic) }]
  })
}

interface Row {
  id: string
  assistant_id: string
  assistant_name: string
  scheduled_for: Date
  delivered_at: Date
  read_at: Date | null
  days: number
  language: string
  more_count: number
  deleted_count: number
}

function toInboxEntry(row: Row): InboxEntry {
  return {
    id: row.id,
    assistantId: row.assistant_id,
    assistantName: row.assistant_name,
    scheduledFor: row.scheduled_for,
    deliveredAt: row.delivered_at,
    readAt: row.read_at ?? undefined,
  }
}
