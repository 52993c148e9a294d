import { isOnlyReaderOfNotes } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import { lockNoteTree } from '../content/notes/note-tree.ts'
import { validationMessage } from '../contract/errors.ts'
import type { MemberBody } from '../contract/members.ts'
import { takePage } from '../contract/pagination.ts'
import { AppError } from '../errors.ts'
import type { ApiKeys } from '../identity/api-keys.ts'
import type { Member, Members } from '../identity/members.ts'
import { deleteMemberPasskeys } from '../identity/passkeys.ts'
import type { PasswordCheck } from '../identity/password-check.ts'
import { randomSecret } from '../identity/secrets.ts'
import type { Teams } from '../identity/teams.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'

export type PeopleAdmin = ReturnType<typeof createPeopleAdmin>

const pageSize = 100

/** Manages the members and groups of an organization. */
export function createPeopleAdmin({
  database,
  members,
  teams,
  checkPassword,
  apiKeys,
}: {
  database: Database
  members: Members
  teams: Teams
  checkPassword: PasswordCheck
  apiKeys: ApiKeys
}) {
  const present = async (organizationId: string, found: readonly Member[]): Promise<MemberBody[]> => {
    const groupsOf = await teams.listByMember(
      organizationId,
      found.map((member) => member.id),
    )
    return found.map(({ organizationId: _, ...member }) => ({
      ...member,
      groups: groupsOf(member.id),
      createdAt: member.createdAt.toISOString(),
      disabledAt: member.disabledAt?.toISOString() ?? null,
    }))
  }

  const find = async (organizationId: string, id: string): Promise<MemberBody> => {
    const found = await members.find(organizationId, id)
    const [presented] = found ? await present(organizationId, [found]) : []
    if (!presented) throw noSuchMember(id)
    return presented
  }

  const findGroup = async (organizationId: string, id: string) => {
    const team = await teams.find(organizationId, id)
    if (!team) throw noSuchGroup(id)
    const { name, description } = team
    return { id, name, description, memberIds: await teams.memberIds(organizationId, id) }
  }

  const requireMembers = async (organizationId: string, ids: readonly string[], field = 'memberIds') => {
    const unknown = await members.findUnknownIds(organizationId, ids)
    if (unknown.length > 0) {
      throw new AppError('validation', validationMessage, {
        details: { [field]: { message: 'contains ids of unknown members', value: unknown.slice(0, 20) } },
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
      const { page: shown, last } = takePage(found, pageSize)
      return { members: await present(organizationId, shown), hasNextPage: last !== undefined }
    },

    async invite(
      { organizationId }: Caller,
      given: { email: string; name: string; role: Role },
    ): Promise<{ member: MemberBody; password: string }> {
      const password = generateTemporaryPassword()
      const created = await members.create({ organizationId, ...given, name: given.name.trim(), password })
      return { member: await find(organizationId, created.id), password }
    },

    async change(
      { organizationId }: Caller,
      id: string,
      given: { name?: string | undefined; role?: Role | undefined; disabled?: boolean | undefined },
    ): Promise<MemberBody> {
      await find(organizationId, id)
      const fields = {
        ...(given.name !== undefined && { name: given.name.trim() }),
        ...(given.role !== undefined && { role: given.role }),
      }
      if (Object.keys(fields).length > 0) await members.update(organizationId, id, fields)
      if (given.disabled === true) await members.disable(organizationId, id)
      if (given.disabled === false) await members.enable(organizationId, id)
      return find(organizationId, id)
    },

    async resetPassword(
      { organizationId }: Caller,
      id: string,
      given: { revokeApiKeys: boolean },
    ): Promise<{ member: MemberBody; password: string }> {
      const member = await find(organizationId, id)
      const password = generateTemporaryPassword()
      if (given.revokeApiKeys) await apiKeys.revokeAll(organizationId, id)
      // Together: a passkey that still worked after the sessions have ended would start another one.
      await database.transaction(async (store) => {
        await members.setPassword(organizationId, id, password, store)
        await deleteMemberPasskeys(store, organizationId, id)
      })
      return { member, password }
    },

    async remove({ organizationId }: Caller, id: string): Promise<void> {
      if (!(await members.remove(organizationId, id))) throw noSuchMember(id)
    },

    async changeOwnPassword(
      caller: Caller,
      given: { currentPassword: string; newPassword: string; revokeApiKeys: boolean },
    ): Promise<void> {
      const { organizationId, memberId } = caller
      if (!(await checkPassword(caller, given.currentPassword)))
        throw new AppError('forbidden', 'The current password is wrong.')
      if (given.revokeApiKeys) await apiKeys.revokeAll(organizationId, memberId)
      await members.setPassword(organizationId, memberId, given.newPassword)
    },

    async createGroup({ organizationId }: Caller, given: { name: string; description: string; memberIds: string[] }) {
      await requireMembers(organizationId, given.memberIds)
      const { id } = await database.transaction(async (store) => {
        const team = await teams.create(
          { organizationId, name: given.name.trim(), description: given.description.trim() },
          store,
        )
        await teams.setMembers(organizationId, team.id, given.memberIds, store)
        return team
      })
      return findGroup(organizationId, id)
    },

    async changeGroup(
      { organizationId }: Caller,
      id: string,
      given: {
        name?: string | undefined
        description?: string | undefined
        memberIds?: string[] | undefined
        addMemberIds?: string[] | undefined
        removeMemberIds?: string[] | undefined
      },
    ) {
      await findGroup(organizationId, id)
      const { addMemberIds: added = [], removeMemberIds: removed = [] } = given
      if (given.memberIds) await requireMembers(organizationId, given.memberIds)
      await requireMembers(organizationId, added, 'addMemberIds')
      await database.transaction(async (store) => {
        if (given.name !== undefined) await teams.rename(organizationId, id, given.name.trim(), store)
        if (given.description !== undefined) await teams.describe(organizationId, id, given.description.trim(), store)
        if (given.memberIds) await teams.setMembers(organizationId, id, given.memberIds, store)
        await teams.changeMembers(organizationId, id, { added, removed }, store)
      })
      return findGroup(organizationId, id)
    },

    async removeGroup({ organizationId }: Caller, id: string): Promise<void> {
      await database.transaction(async (store) => {
        // Nobody shares a note with the group between the check and the removal.
        await lockNoteTree(store, organizationId)
        if (await isOnlyReaderOfNotes(store, organizationId, `group:${id}`)) throw onlyReaderError()
        if (!(await teams.remove(organizationId, id, store))) throw noSuchGroup(id)
      })
    },
  }
}

/** Returns a password of over 100 bits, in groups that can be read out over a phone. */
export function noSuchMember(id: string): AppError {
  return new AppError('not-found', `There is no member with the id ${id}.`)
}

function noSuchGroup(id: string): AppError {
  return new AppError('not-found', `There is no group with the id ${id}.`)
}

/** Says no title and no number: the admin may not be able to see the notes. */
function onlyReaderError(): AppError {
  return new AppError(
    'conflict',
    'Some notes are shared with this group alone, and nobody could see them without it. Have a member of the group share them with others first, or join it to do so; those in the trash are restored first, or deleted permanently. To end access at once, remove the members instead.',
  )
}

function generateTemporaryPassword(): string {
  return randomSecret(20).replace(/(.{5})(?=.)/g, '$1-')
}
