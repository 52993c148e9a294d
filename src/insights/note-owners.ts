import { sql } from 'kysely'
import type { Principal } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import type { NoteOwner } from '../contract/history.ts'
import type { DocumentLocation } from '../search/document-locations.ts'
import type { Database } from '../storage/database.ts'

/**
 * Returns whom the reader can ask about these documents, by the keys of the documents: their owners, without suspended
 * members and the reader. The locations must be of documents that the reader can see.
 */
export async function findOwners(
  database: Database,
  reader: Caller,
  locations: readonly DocumentLocation[],
): Promise<Map<number, NoteOwner>> {
  const principals = new Set(locations.flatMap(({ owner }) => owner ?? []))
  principals.delete(`user:${reader.memberId}`)
  if (principals.size === 0) return new Map()
  const { rows } = await sql<{ principal: Principal; name: string; email: string | null }>`
    select p.principal, coalesce(m.name, t.name) as name, m.email
    from unnest(${[...principals]}::text[]) as p (principal)
    left join member m on m.org_id = ${reader.organizationId} and p.principal = 'user:' || m.id and m.disabled_at is null
    left join team t on t.org_id = ${reader.organizationId} and p.principal = 'group:' || t.id
    where m.id is not null or t.id is not null`.execute(database.unrestricted)
  const owners = new Map(
    rows.map(({ principal, name, email }): [Principal, NoteOwner] => [
      principal,
      email === null ? { kind: 'group', name } : { kind: 'user', name, email },
    ]),
  )
  return new Map(
    locations.flatMap(({ key, owner }) => {
      const found = owner === null ? undefined : owners.get(owner)
      return found ? [[key, found] as const] : []
    }),
  )
}
