import { sql } from 'kysely'
import { resolvePrincipals } from '../access/audiences.ts'
import { AppError } from '../errors.ts'
import type { Sql } from '../storage/database.ts'

/** Who is in each of these audiences, as people write it: `everyone`, `user:EMAIL`, `group:NAME`. */
export async function loadAudienceNames(
  store: Sql,
  organizationId: string,
  audienceIds: readonly number[],
): Promise<(audienceId: number) => string[]> {
  const { rows } = await sql<{ audience_id: number; name: string }>`
    select p.audience_id, coalesce('user:' || m.email, 'group:' || t.name, p.principal) as name
    from audience_principal p
    left join member m on m.org_id = p.org_id and p.principal = 'user:' || m.id
    left join team t on t.org_id = p.org_id and p.principal = 'group:' || t.id
    where p.org_id = ${organizationId} and p.audience_id = any(${[...audienceIds]}::bigint[])
      and (p.principal = 'everyone' or m.id is not null or t.id is not null)
    order by 2`.execute(store)
  return (audienceId) => rows.filter((row) => row.audience_id === audienceId).map((row) => row.name)
}

/** The same as resolvePrincipals, with the problem told under the name of the field that has it. */
export async function resolvePrincipalsForField(
  field: string,
  store: Sql,
  organizationId: string,
  names: readonly string[],
): Promise<string[]> {
  try {
    return await resolvePrincipals(store, organizationId, names)
  } catch (error) {
    const problem = error instanceof AppError ? error.details?.audience : undefined
    if (!problem) throw error
    throw new AppError('validation', 'Validation Failed', { cause: error, details: { [field]: problem } })
  }
}
