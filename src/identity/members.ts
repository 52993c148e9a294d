import { sql as raw } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { toLikePattern } from '../storage/like-pattern.ts'
import type { Role } from '../storage/schema.ts'
import type { SaveOutcome } from './organizations.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export interface Member {
  organizationId: string
  id: string
  email: string
  name: string
  role: Role
  createdAt: Date
  disabledAt: Date | null
}

interface NewMember {
  organizationId: string
  id?: string
  email: string
  name: string
  role: Role
  password?: string
}

export type Members = ReturnType<typeof createMembers>

/** Returns the form in which emails are stored and compared: case-insensitive. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** Every method takes the `sql` of the surrounding transaction as an optional last argument. */
export function createMembers({ database, newId, now }: { database: Database; newId: () => string; now: () => Date }) {
  const find = async (organizationId: string, id: string, sql: Sql = database.unrestricted) =>
    sql
      .selectFrom('member')
      .select(columns)
      .where('org_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst()

  const findByEmail = async (organizationId: string, email: string, sql: Sql = database.unrestricted) =>
    sql
      .selectFrom('member')
      .select(columns)
      .where('org_id', '=', organizationId)
      .where('email', '=', normalizeEmail(email))
      .executeTakeFirst()

  /** Runs `work` in the caller's or a new transaction; throws if it would remove the last admin. */
  const requiringAdmin = async <T>(organizationId: string, sql: Sql | undefined, work: (sql: Sql) => Promise<T>) => {
    const checked = async (sql: Sql) => {
      // The lock prevents two admins from removing each other concurrently.
      await raw`select id from organization where id = ${organizationId} for update`.execute(sql)
      const hadAdmin = await hasAdmin(organizationId, sql)
      const result = await work(sql)
      if (hadAdmin && !(await hasAdmin(organizationId, sql)))
        throw new AppError('conflict', 'An organization needs an admin. Make another member an admin first.')
      return result
    }
    return sql ? checked(sql) : database.transaction(checked)
  }

  return {
    find,
    findByEmail,

    async create(given: NewMember, sql: Sql = database.unrestricted): Promise<Member> {
      const email = normalizeEmail(given.email)
      const password_hash = given.password === undefined ? null : await hashPassword(given.password)
      const { organizationId, id = newId(), name, role } = given
      const created = await sql
        .insertInto('member')
        .values({ org_id: organizationId, id, email, name, role, password_hash })
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      if (!created) throw new AppError('conflict', `There is already a user with the email ${email}.`)
      return created
    },

    list(
      organizationId: string,
      { query = '', offset = 0, limit = 100 }: { query?: string; offset?: number; limit?: number } = {},
    ): Promise<Member[]> {
      const pattern = toLikePattern(query)
      return database.unrestricted
        .selectFrom('member')
        .select(columns)
        .where('org_id', '=', organizationId)
        .where((where) => where.or([where('name', 'ilike', pattern), where('email', 'ilike', pattern)]))
        .orderBy('name')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute()
    },

    /** Returns those of the given ids that belong to no member. */
    async findUnknownIds(organizationId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await database.unrestricted
        .selectFrom('member')
        .select('id')
        .where('org_id', '=', organizationId)
        .where('id', '=', raw<string>`any(${[...ids]}::text[])`)
        .execute()
      const known = new Set(rows.map((row) => row.id))
      return ids.filter((id) => !known.has(id))
    },

    async isPassword(organizationId: string, id: string, password: string): Promise<boolean> {
      const row = await database.unrestricted
        .selectFrom('member')
        .select('password_hash')
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return verifyPassword(row?.password_hash, password)
    },

    async hasPassword(organizationId: string, id: string): Promise<boolean> {
      const row = await database.unrestricted
        .selectFrom('member')
        .select('id')
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .where('password_hash', 'is not', null)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Creates or updates the user with this email; without a name or a password, the current one stays. */
    async save(
      given: Omit<NewMember, 'name'> & { name?: string },
      sql: Sql = database.unrestricted,
    ): Promise<{ member: Member; outcome: SaveOutcome }> {
      const { organizationId, role, password } = given
      const [localPart = ''] = given.email.split('@')
      const existing = await sql
        .selectFrom('member')
        .select([...columns, 'password_hash'])
        .where('org_id', '=', organizationId)
        .where('email', '=', normalizeEmail(given.email))
        .executeTakeFirst()
      if (!existing)
        return { member: await this.create({ ...given, name: given.name ?? localPart }, sql), outcome: 'created' }
      const { password_hash, ...member } = existing
      const { name = member.name } = given
      const samePassword = password === undefined || (await verifyPassword(password_hash, password))
      if (member.name === name && member.role === role && samePassword) return { member, outcome: 'unchanged' }
      await sql
        .updateTable('member')
        .set({ name, role })
        .where('org_id', '=', organizationId)
        .where('id', '=', member.id)
        .execute()
      if (!samePassword) await this.setPassword(organizationId, member.id, password, sql)
      return { member: { ...member, name, role }, outcome: 'updated' }
    },

    update(
      organizationId: string,
      id: string,
      fields: { name?: string; role?: Role },
      sql?: Sql,
    ): Promise<Member | undefined> {
      return requiringAdmin(organizationId, sql, async (sql) => {
        if (fields.name === undefined && fields.role === undefined) return find(organizationId, id, sql)
        return sql
          .updateTable('member')
          .set(fields)
          .where('org_id', '=', organizationId)
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirst()
      })
    },

    /** Sets a password and ends every session and OAuth grant: the old password can be compromised. */
    async setPassword(organizationId: string, id: string, password: string, sql?: Sql): Promise<void> {
      const passwordHash = await hashPassword(password)
      const change = async (store: Sql) => {
        await lockMember(store, organizationId, id)
        await raw`
          with changed as (
            update member set password_hash = ${passwordHash} where org_id = ${organizationId} and id = ${id}
            returning org_id, id
          ), ${revokeSignIns}
          select id from changed`.execute(store)
      }
      await (sql ? change(sql) : database.transaction(change))
    },

    /** Disables a user, effective with the next request. Their API keys stay revoked after enable(). */
    disable(organizationId: string, id: string, sql?: Sql): Promise<boolean> {
      return requiringAdmin(organizationId, sql, async (sql) => {
        await lockMember(sql, organizationId, id)
        const { rows } = await raw`
          with changed as (
            update member set disabled_at = coalesce(disabled_at, ${now()})
            where org_id = ${organizationId} and id = ${id} returning org_id, id
          ), ${revokeSignIns}, keys as (
            update api_key k set revoked_at = ${now()} from changed c
            where k.org_id = c.org_id and k.member_id = c.id and k.revoked_at is null
          )
          select id from changed`.execute(sql)
        return rows.length > 0
      })
    },

    async enable(organizationId: string, id: string, sql: Sql = database.unrestricted): Promise<boolean> {
      const { numUpdatedRows } = await sql
        .updateTable('member')
        .set({ disabled_at: null })
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /**
     * Deletes a user with their keys, sessions, grants, audience memberships and the shares of conversations with them.
     * Their private notes stay, visible to nobody: a later member with the same id gets a personal audience of their own.
     */
    remove(organizationId: string, id: string, sql?: Sql): Promise<boolean> {
      return requiringAdmin(organizationId, sql, async (sql) => {
        const { rows } = await raw`
          with changed as (
            delete from member where org_id = ${organizationId} and id = ${id} returning org_id, id
          ), ${revokeSignIns}, principals as (
            delete from audience_principal p using changed c
            where p.org_id = c.org_id and p.principal = 'user:' || c.id
          ), shares as (
            update thread t set shared_with = array_remove(t.shared_with, 'user:' || c.id) from changed c
            where t.org_id = c.org_id and 'user:' || c.id = any(t.shared_with)
          ), personal as (
            update audience a set personal_of = null from changed c
            where a.org_id = c.org_id and a.personal_of = c.id
          )
          select id from changed`.execute(sql)
        return rows.length > 0
      })
    },
  }
}

const columns = [
  'org_id as organizationId',
  'id',
  'email',
  'name',
  'role',
  'created_at as createdAt',
  'disabled_at as disabledAt',
] as const

/** Waits for sign-ins that hold the row: the next statement then sees their sessions, and ends them. */
async function lockMember(store: Sql, organizationId: string, id: string): Promise<void> {
  await raw`select from member where org_id = ${organizationId} and id = ${id} for no key update`.execute(store)
}

async function hasAdmin(organizationId: string, sql: Sql): Promise<boolean> {
  const admin = await sql
    .selectFrom('member')
    .select('id')
    .where('org_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Common table expressions that end the sessions, OAuth grants and reset links of the member in `changed`. */
const revokeSignIns = raw`
  sessions as (
    delete from browser_session s using changed c where s.org_id = c.org_id and s.member_id = c.id
  ), records as (
    delete from oauth_record r using changed c where r.org_id = c.org_id and r.member_id = c.id
  ), resets as (
    delete from password_reset p using changed c where p.org_id = c.org_id and p.member_id = c.id
  )`
