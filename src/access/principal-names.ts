import { sql } from 'kysely'
import type { Sql } from '../storage/database.ts'
import type { Principal } from './audiences.ts'

/** Returns a function that names principals: `everyone`, `user:EMAIL`, `group:NAME`; undefined for deleted ones. */
export async function loadNames(
  store: Sql,
  organizationId: string,
  principals: readonly Principal[],
): Promise<(principal: Principal) => string | undefined> {
  const unique = [...new Set(principals)]
  if (unique.length === 0) return () => undefined
  const { rows } = await sql<{ principal: string; name: string }>`
    select p.principal, coalesce('user:' || m.email, 'group:' || t.name, p.principal) as name
    from unnest(${unique}::text[]) as p (principal)
    left join member m on m.org_id = ${organizationId} and p.principal = 'user:' || m.id
    left join team t on t.org_id = ${organizationId} and p.principal = 'group:' || t.id
    where p.principal = 'everyone' or m.id is not null or t.id is not null`.execute(store)
  const names = new Map(rows.map(({ principal, name }) => [principal, name]))
  return (principal) => names.get(principal)
}
