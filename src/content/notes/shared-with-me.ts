import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../storage/database.ts'

/** Returns the audiences that name the caller or one of their groups, and not all of the organization. */
export async function listNamingAudiences(store: Sql, { organizationId, memberId }: Caller): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.id from audience a
    join audience_principal p on p.org_id = a.org_id and p.audience_id = a.id
    where a.org_id = ${organizationId} and a.personal_of is distinct from ${memberId} and p.principal <> 'everyone'
      and p.principal = any((select member_principals(${organizationId}, ${memberId}))::text[])`.execute(store)
  return rows.map(({ id }) => id)
}
