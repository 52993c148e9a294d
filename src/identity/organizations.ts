import { sql as raw } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'

export interface Organization {
  id: string
  name: string
  domain: string
  askEnabled: boolean
}

export type SaveOutcome = 'created' | 'updated' | 'unchanged'

export type Organizations = ReturnType<typeof createOrganizations>

/** Methods that others call within a transaction take its `sql` as an optional last argument. */
export function createOrganizations({ database, newId }: { database: Database; newId: () => string }) {
  return {
    async create(
      given: { id?: string; name: string; domain?: string },
      sql: Sql = database.unrestricted,
    ): Promise<Organization> {
      const created = await sql
        .insertInto('organization')
        .values({ id: given.id ?? newId(), name: given.name, domain: given.domain })
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      if (!created) throw new AppError('conflict', `There is already an organization with the id ${given.id}.`)
      return created
    },

    find(id: string, sql: Sql = database.unrestricted): Promise<Organization | undefined> {
      return sql.selectFrom('organization').select(columns).where('id', '=', id).executeTakeFirst()
    },

    list(): Promise<Organization[]> {
      return database.unrestricted.selectFrom('organization').select(columns).orderBy('id').execute()
    },

    /** Returns whether the service has exactly one organization. */
    async isOnlyOne(): Promise<boolean> {
      const rows = await database.unrestricted.selectFrom('organization').select('id').limit(2).execute()
      return rows.length === 1
    },

    /** Creates or updates the organization; omitted fields stay unchanged. A new one without a name has its id as name. */
    async save(
      given: { id: string; name?: string; domain?: string; askEnabled?: boolean },
      sql: Sql = database.unrestricted,
    ): Promise<{ organization: Organization; outcome: SaveOutcome }> {
      const { id, name, domain, askEnabled } = given
      const fields = { domain, ask_enabled: askEnabled }
      const written = await sql
        .insertInto('organization')
        .values({ id, name: name ?? id, ...fields })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ ...fields, name: name ?? raw<string>`organization.name` })
            .where(
              raw<boolean>`(organization.name, organization.domain, organization.ask_enabled) is distinct from
                (coalesce(${name ?? null}, organization.name), coalesce(${domain ?? null}, organization.domain),
                 coalesce(${askEnabled ?? null}, organization.ask_enabled))`,
            ),
        )
        .returning([...columns, raw<boolean>`xmax = 0`.as('isNew')])
        .executeTakeFirst()
      if (written) {
        const { isNew, ...organization } = written
        return { organization, outcome: isNew ? 'created' : 'updated' }
      }
      const organization = await this.find(id, sql)
      if (!organization) throw new AppError('conflict', `The organization ${id} is being removed.`)
      return { organization, outcome: 'unchanged' }
    },

    /** Deletes an organization with all its data. */
    async remove(id: string): Promise<boolean> {
      const { rows } = await raw`
        with removed as (delete from organization where id = ${id} returning id),
          records as (delete from oauth_record where org_id in (select id from removed))
        select id from removed`.execute(database.unrestricted)
      return rows.length > 0
    },
  }
}

const columns = ['id', 'name', 'domain', 'ask_enabled as askEnabled'] as const
