import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { manageableBy, visibleTo } from '../access/visibility.ts'
import type { AuditedObjectKind } from '../contract/audit.ts'
import { decodeUriPart } from '../decode-uri-part.ts'
import type { Database } from '../storage/database.ts'

/** The object of an audit event: the note, person or setting that the resource path names. */
export interface AuditedObject {
  kind: AuditedObjectKind
  id: string
  /** The data source of an item. */
  rootId?: string
}

const kindsByFolder: Readonly<Record<string, AuditedObjectKind>> = {
  notes: 'note',
  attachments: 'attachment',
  'data-sources': 'data-source',
  members: 'member',
  invitations: 'invitation',
  groups: 'group',
  assistants: 'assistant',
  connections: 'connection',
  'api-keys': 'api-key',
  'oauth-clients': 'oauth-client',
}

/** Returns the object that a resource path names; undefined for paths of the service itself. */
export function parseResource(resource: string): AuditedObject | undefined {
  const parts = resource.split('/').slice(1).map(decodeUriPart)
  const [folder = '', id, below, itemId] = parts[0] === 'admin' ? parts.slice(1) : parts
  const kind = Object.hasOwn(kindsByFolder, folder) ? kindsByFolder[folder] : undefined
  if (!kind || !id || resource === '/invitations/bulk') return undefined
  return kind === 'data-source' && below === 'items' && itemId ? { kind: 'item', id: itemId, rootId: id } : { kind, id }
}

export type AuditNames = ReturnType<typeof createAuditNames>

/**
 * Looks up the present names of people and titles of objects. It returns only what the caller could also read elsewhere:
 * documents that they can see, their own API keys, and what admins manage. Others have no title, like deleted ones.
 */
export function createAuditNames({ database }: { database: Database }) {
  return {
    async load(
      caller: Caller,
      events: readonly { memberId: string | null; resource: string }[],
    ): Promise<{ person: (memberId: string | null) => string | null; title: (resource: string) => string | null }> {
      const objects = events.map(({ resource }) => parseResource(resource)).filter((object) => object !== undefined)
      const people = events.map(({ memberId }) => ({ kind: 'member', id: memberId ?? '' }) as const)
      const names = new Map<string, string>()
      for (const { kind, id, root_id, name } of [
        ...(await loadDocumentTitles(caller, objects)),
        ...(await loadManagedNames(caller, [...objects, ...people])),
      ])
        names.set(keyOf({ kind, id, ...(root_id !== null && { rootId: root_id }) }), name)
      return {
        person: (memberId) => (memberId === null ? null : (names.get(keyOf({ kind: 'member', id: memberId })) ?? null)),
        title(resource) {
          const object = parseResource(resource)
          return object ? (names.get(keyOf(object)) ?? null) : null
        },
      }
    },
  }

  async function loadDocumentTitles(caller: Caller, objects: readonly AuditedObject[]): Promise<NameRow[]> {
    const ids = idsOf(objects, ['note', 'attachment', 'item'])
    if (ids.length === 0) return []
    const { rows } = await database.readAs(caller, (store) =>
      sql<NameRow>`
        select case when root_id is not null then 'item' when is_attachment then 'attachment' else 'note' end as kind,
          id, root_id, title as name
        from document d where ${visibleTo(caller, 'd')} and id = any(${ids})`.execute(store),
    )
    return rows
  }

  async function loadManagedNames(caller: Caller, objects: readonly AuditedObject[]): Promise<NameRow[]> {
    const own = (table: string): RawBuilder<unknown> => sql`${sql.ref(`${table}.org_id`)} = ${caller.organizationId}`
    const among = (kind: AuditedObjectKind) => sql`any(${idsOf(objects, [kind])}::text[])`
    const { rows } = await sql<NameRow>`
      select 'member' as kind, id, null as root_id, name from member where ${own('member')} and id = ${among('member')}
      union all select 'invitation', id, null, email from invitation
        where ${own('invitation')} and id = ${among('invitation')}
      union all select 'group', id, null, name from team where ${own('team')} and id = ${among('group')}
      union all select 'data-source', id, null, name from data_source
        where ${manageableBy(caller, 'data_source')} and id = ${among('data-source')}
      union all select 'assistant', id, null, name from assistant
        where ${manageableBy(caller, 'assistant')} and id = ${among('assistant')}
      union all select 'connection', id, null, name from connection
        where ${own('connection')} and id = ${among('connection')}
      union all select 'api-key', id, null, name from api_key
        where ${own('api_key')} and member_id = ${caller.memberId} and id = ${among('api-key')}
      union all select 'oauth-client', payload ->> 'client_id', null, payload ->> 'client_name' from oauth_record
        where ${own('oauth_record')} and kind = 'Client' and payload ->> 'client_id' = ${among('oauth-client')}
    `.execute(database.unrestricted)
    return rows
  }
}

interface NameRow {
  kind: AuditedObjectKind
  id: string
  root_id: string | null
  name: string
}

function keyOf({ kind, id, rootId }: AuditedObject): string {
  return JSON.stringify([kind, id, rootId])
}

function idsOf(objects: readonly AuditedObject[], kinds: readonly AuditedObjectKind[]): string[] {
  return [...new Set(objects.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id))]
}
