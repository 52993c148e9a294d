import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import type { Members } from './members.ts'
import type { Organizations } from './organizations.ts'
import { hashSecret, randomSecret } from './secrets.ts'

/** Nodes that start together each print a valid link; only the newest ones stay valid. */
const maxSetupLinks = 5

interface SetupLinks {
  hashes: string[]
}

/** Returns a new link to set up an empty service; undefined if there is an organization. */
export async function issueSetupLink({
  database,
  publicUrl,
}: {
  database: Database
  publicUrl: string
}): Promise<string | undefined> {
  if (await hasOrganization(database)) return undefined
  const token = randomSecret(43)
  const hash = JSON.stringify([hashSecret(token).toString('hex')])
  await sql`
    insert into service_value (name, value) values ('setup', jsonb_build_object('hashes', ${hash}::jsonb))
    on conflict (name) do update set updated_at = now(), value = jsonb_build_object('hashes', (
      select jsonb_agg(link order by position) from (
        select link, position from jsonb_array_elements(${hash}::jsonb || (service_value.value -> 'hashes'))
          with ordinality as links (link, position)
        order by position limit ${sql.lit(maxSetupLinks)}
      ) newest
    ))`.execute(database.unrestricted)
  return `${publicUrl}/setup?token=${token}`
}

export interface SetupDeps {
  database: Database
  organizations: Organizations
  members: Members
}

export interface SetupClaim {
  organizationName: string
  name: string
  email: string
  password: string
}

export type Setup = ReturnType<typeof createSetup>

export function createSetup({ database, organizations, members }: SetupDeps) {
  return {
    /** Returns whether there is no organization yet. */
    async isNeeded(): Promise<boolean> {
      return !(await hasOrganization(database))
    },

    /** Returns whether the token of a setup link is still valid. */
    async isTokenValid(token: string): Promise<boolean> {
      const row = await database.unrestricted
        .selectFrom('service_value')
        .select('value')
        .where('name', '=', 'setup')
        .executeTakeFirst()
      return row !== undefined && includesToken(row.value as SetupLinks, token) && !(await hasOrganization(database))
    },

    /** Creates the first organization and its admin. Of concurrent claims one succeeds; the others conflict. */
    claim(token: string, claim: SetupClaim): Promise<{ organizationId: string; memberId: string }> {
      return database.transaction(async (transaction) => {
        const { rows } = await sql<{
          value: SetupLinks
        }>`select value from service_value where name = 'setup' for update`.execute(transaction)
        const links = rows[0]?.value
        if (!links || !includesToken(links, token) || (await hasOrganization(database, transaction)))
          throw new AppError('conflict', 'This setup link has been used or is no longer valid.')
        const organization = await organizations.create({ name: claim.organizationName }, transaction)
        const { name, email, password } = claim
        const member = await members.create(
          { organizationId: organization.id, name, email, password, role: 'admin' },
          transaction,
        )
        await transaction.deleteFrom('service_value').where('name', '=', 'setup').execute()
        return { organizationId: organization.id, memberId: member.id }
      })
    },
  }
}

function includesToken({ hashes }: SetupLinks, token: string): boolean {
  return hashes.includes(hashSecret(token).toString('hex'))
}

async function hasOrganization(database: Database, store = database.unrestricted): Promise<boolean> {
  const row = await store.selectFrom('organization').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
