import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { MemberBody } from '../contract/administration.ts'
import { AppError } from '../errors.ts'
import type { Members } from '../identity/members.ts'
import { verifyPassword } from '../identity/passwords.ts'
import { randomSecret } from '../identity/secrets.ts'
import type { Teams } from '../identity/teams.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'

export type PeopleAdmin = ReturnType<typeof createPeopleAdmin>

const pageSize = 100

/** The members and groups of an organization, as its admins manage them. */
export function createPeopleAdmin({
  database,
  members,
  teams,
}: {
  database: Database
  members: Members
  teams: Teams
}) {
  const present = async (
    organizationId: string,
    found: readonly Awaited<ReturnType<Members['list']>>[number][],
  ): Promise<MemberBody[]> => {
    const { rows } = await sql<{ member_id: string; id: string; name: string }>`
      select tm.member_id, t.id, t.name from team_member tm
      join team t on t.org_id = tm.org_id and t.id = tm.team_id
      where tm.org_id = ${organizationId} and tm.member_id = any(${found.map((one) => one.id)}::text[])
      order by t.name`.execute(database.unrestricted)
    return found.map((one) => ({
      id: one.id,
      email: one.email,
      name: one.name,
      role: one.role,
      groups: rows.filter((row) => row.member_id === one.id).map(({ id, name }) => ({ id, name })),
      createdAt: one.createdAt.toISOString(),
      disabledAt: one.disabledAt?.toISOString() ?? null,
    }))
  }

  const one = async (organizationId: string, id: string): Promise<MemberBody> => {
    const found = await members.find(organizationId, id)
    const [presented] = found ? await present(organizationId, [found]) : []
    if (!presented) throw new AppError('not-found', 'There is no such member.')
    return presented
  }

  const group = async (organizationId: string, id: string) => {
    const team = await teams.find(organizationId, id)
    if (!team) throw new AppError('not-found', 'There is no such group.')
    return { id, name: team.name, memberIds: await teams.memberIds(organizationId, id) }
  }

  const requireMembers = async (organizationId: string, ids: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      select id from member where org_id = ${organizationId} and id = any(${[...ids]}::text[])`.execute(
      database.unrestricted,
    )
    const known = new Set(rows.map((row) => row.id))
    const unknown = ids.filter((id) => !known.has(id))
    if (unknown.length > 0) {
      throw new AppError('validation', 'Validation Failed', {
        details: { memberIds: { message: 'names nobody we know', value: unknown.slice(0, 20) } },
      })
    }
  }

  return {
    async list({ organizationId }: Caller, { query, page }: { query: string; page: number }) {
      const found = await members.list(organizationId, {
        query,
        offset: page * pageSize,
        limit: pageSize + 1,
      })
      return {
        members: await present(organizationId, found.slice(0, pageSize)),
        hasNextPage: found.length > pageSize,
      }
    },

    async invite(
      { organizationId }: Caller,
      given: { email: string; name: string; role: Role },
    ): Promise<{ member: MemberBody; password: string }> {
      const password = generateTemporaryPassword()
      const created = await members.create({ organizationId, ...given, name: given.name.trim(), password })
      return { member: await one(organizationId, created.id), password }
    },

    async change(
      { organizationId }: Caller,
      id: string,
      given: { name?: string | undefined; role?: Role | undefined; disabled?: boolean | undefined },
    ): Promise<MemberBody> {
      await one(organizationId, id)
      const fields = {
        ...(given.name !== undefined && { name: given.name.trim() }),
        ...(given.role !== undefined && { role: given.role }),
      }
      if (Object.keys(fields).length > 0) await members.update(organizationId, id, fields)
      if (given.disabled === true) await members.disable(organizationId, id)
      if (given.disabled === false) await members.enable(organizationId, id)
      return one(organizationId, id)
    },

    async resetPassword(
      { organizationId }: Caller,
      id: string,
    ): Promise<{ member: MemberBody; password: string }> {
      const member = await one(organizationId, id)
      const password = generateTemporaryPassword()
      await members.setPassword(organizationId, id, password)
      // Whoever needs a new password may have lost the device, too.
      await sql`delete from passkey where org_id = ${organizationId} and member_id = ${id}`.execute(
        database.unrestricted,
      )
      return { member, password }
    },

    async remove({ organizationId }: Caller, id: string): Promise<void> {
      if (!(await members.remove(organizationId, id)))
        throw new AppError('not-found', 'There is no such member.')
    },

    async changeOwnPassword(
      { organizationId, memberId }: Caller,
      given: { currentPassword: string; newPassword: string },
    ): Promise<void> {
      const { rows } = await sql<{ password_hash: string | null }>`
        select password_hash from member where org_id = ${organizationId} and id = ${memberId}`.execute(
        database.unrestricted,
      )
      if (!(await verifyPassword(rows[0]?.password_hash, given.currentPassword)))
        throw new AppError('forbidden', 'The current password is wrong.')
      await members.setPassword(organizationId, memberId, given.newPassword)
    },

    async createGroup({ organizationId }: Caller, given: { name: string; memberIds: string[] }) {
      await requireMembers(organizationId, given.memberIds)
      const { id } = await database.transaction(async (store) => {
        const team = await teams.create({ organizationId, name: given.name.trim() }, store)
        await teams.setMembers(organizationId, team.id, given.memberIds, store)
        return team
      })
      return group(organizationId, id)
    },

    async changeGroup(
      { organizationId }: Caller,
      id: string,
      given: { name?: string | undefined; memberIds?: string[] | undefined },
    ) {
      await group(organizationId, id)
      if (given.memberIds) await requireMembers(organizationId, given.memberIds)
      await database.transaction(async (store) => {
        if (given.name !== undefined) await teams.rename(organizationId, id, given.name.trim(), store)
        if (given.memberIds) await teams.setMembers(organizationId, id, given.memberIds, store)
      })
      return group(organizationId, id)
    },

    async removeGroup({ organizationId }: Caller, id: string): Promise<void> {
      if (!(await teams.remove(organizationId, id)))
        throw new AppError('not-found', 'There is no such group.')
    },
  }
}

/** Over 100 bits, in groups that can be read out over a phone. */
function generateTemporaryPassword(): string {
  return randomSecret(20).replace(/(.{5})(?=.)/g, '$1-')
}
