import { sql as raw } from 'kysely'
import { normalizeEmail } from '../access/normal-names.ts'
import { validationMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { containsText } from '../storage/like-pattern.ts'
import type { Role } from '../storage/schema.ts'
import type { Members } from './members.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'

export interface Invitation {
  organizationId: string
  organizationName: string
  id: string
  email: string
  name: string
  role: Role
  groups: { id: string; name: string }[]
  state: 'pending' | 'accepted' | 'expired' | 'revoked'
  invitedBy: { id: string; name: string }
  createdAt: Date
  expiresAt: Date
  acceptedAt: Date | null
  emailState: 'queued' | 'sent' | 'failed' | null
}

export interface NewInvitation {
  organizationId: string
  createdBy: string
  email: string
  name: string
  role: Role
  groupIds: readonly string[]
  expiresAt: Date
  isEmailed: boolean
}

/** How the invited person signs in from now on. */
export interface NewAccount {
  name: string
  /** Absent: with a passkey, or with an external issuer. */
  password?: string
  /** Absent: a new one. */
  memberId?: string
  /** Stores further credentials in the transaction that creates the member. */
  addCredential?: (store: Sql, member: { organizationId: string; memberId: string }) => Promise<void>
}

export type Invitations = ReturnType<typeof createInvitations>

/**
 * Stores invitations. An admin chooses address, role and groups; the link only proves that its holder was invited. It
 * works once, until it expires, and only while the inviting admin could still add the member themselves.
 */
export function createInvitations({
  database,
  members,
  newId,
  now,
  random,
}: {
  database: Database
  members: Members
  newId: () => string
  now: () => Date
  random?: RandomBytes
}) {
  const select = async (condition: ReturnType<typeof raw>, store: Sql, page = raw``): Promise<Invitation[]> => {
    const { rows } = await raw<Invitation>`
      select i.org_id as "organizationId", o.name as "organizationName", i.id, i.email, i.name, i.role,
        i.created_at as "createdAt", i.expires_at as "expiresAt", i.consumed_at as "acceptedAt",
        i.email_state as "emailState", json_build_object('id', inviter.id, 'name', inviter.name) as "invitedBy",
        case when i.consumed_at is not null then 'accepted'
          when i.revoked_at is not null or not ${isActiveAdmin} then 'revoked'
          when i.expires_at <= ${now()} then 'expired' else 'pending' end as state,
        coalesce((
          select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
          from invitation_team it join team t on t.org_id = it.org_id and t.id = it.team_id
          where it.org_id = i.org_id and it.invitation_id = i.id
        ), '[]') as groups
      from invitation i
      join organization o on o.id = i.org_id
      join member inviter on inviter.org_id = i.org_id and inviter.id = i.created_by
      where ${condition} ${page}`.execute(store)
    return rows
  }

  const find = async (organizationId: string, id: string, store: Sql = database.unrestricted): Promise<Invitation> => {
    const [found] = await select(raw`i.org_id = ${organizationId} and i.id = ${id}`, store)
    if (!found) throw new AppError('not-found', `There is no invitation with the id ${id}.`)
    return found
  }

  /** Adds a link to an invitation and returns its token, which is stored nowhere. */
  const issueToken = async (
    organizationId: string,
    id: string,
    store: Sql = database.unrestricted,
  ): Promise<string> => {
    const token = randomSecret(43, random)
    await raw`
      insert into invitation_token (hash, org_id, invitation_id)
      values (${hashSecret(token)}, ${organizationId}, ${id})`.execute(store)
    return token
  }

  return {
    find,
    issueToken,

    list(organizationId: string, { query, offset, limit }: { query: string; offset: number; limit: number }) {
      return select(
        raw`i.org_id = ${organizationId} and (${containsText('i.email', query)} or ${containsText('i.name', query)})`,
        database.unrestricted,
        raw`order by i.created_at desc, i.id limit ${limit} offset ${offset}`,
      )
    },

    /** Fails if the address belongs to a member or to a pending invitation, or if a group does not exist. */
    async create(given: NewInvitation, store: Sql): Promise<string> {
      const { organizationId } = given
      const email = normalizeEmail(given.email)
      if (await members.findByEmail(organizationId, email, store))
        throw new AppError('conflict', `There is already a user with the email ${email}.`)
      await deleteEnded(organizationId, email, store)
      const id = newId()
      const { rows } = await raw`
        insert into invitation (org_id, id, email, name, role, created_by, created_at, expires_at, email_state)
        values (${organizationId}, ${id}, ${email}, ${given.name}, ${given.role}, ${given.createdBy}, ${now()},
          ${given.expiresAt}, ${given.isEmailed ? 'queued' : null})
        on conflict do nothing returning id`.execute(store)
      if (rows.length === 0)
        throw new AppError('conflict', `There is already an invitation for ${email}. Create a new link for it.`)
      const joined = await raw`
        insert into invitation_team (org_id, invitation_id, team_id)
        select org_id, ${id}, id from team where org_id = ${organizationId} and id = any(${[...given.groupIds]}::text[])
        returning team_id`.execute(store)
      if (joined.rows.length < new Set(given.groupIds).size)
        throw new AppError('validation', validationMessage, {
          details: { groupIds: { message: 'contains ids of unknown groups' } },
        })
      return id
    },

    /** Replaces all links of a pending or expired invitation by a new one. */
    async renew(
      { organizationId, memberId }: { organizationId: string; memberId: string },
      id: string,
      { expiresAt, isEmailed }: { expiresAt: Date; isEmailed: boolean },
      store: Sql,
    ): Promise<void> {
      const { rows } = await raw`
        update invitation set expires_at = ${expiresAt}, created_by = ${memberId},
          email_state = ${isEmailed ? 'queued' : null}
        where org_id = ${organizationId} and id = ${id} and consumed_at is null and revoked_at is null
        returning id`.execute(store)
      if (rows.length === 0) {
        await find(organizationId, id, store)
        throw new AppError('conflict', 'This invitation was accepted or revoked. Invite the person again.')
      }
      await deleteTokens(organizationId, id, store)
    },

    async revoke(organizationId: string, id: string): Promise<void> {
      await database.transaction(async (store) => {
        const { rows } = await raw`
          update invitation set revoked_at = ${now()}
          where org_id = ${organizationId} and id = ${id} and consumed_at is null and revoked_at is null
          returning id`.execute(store)
        if (rows.length > 0) return deleteTokens(organizationId, id, store)
        if ((await find(organizationId, id, store)).state === 'accepted')
          throw new AppError('conflict', 'This invitation was accepted. Suspend or remove the member instead.')
      })
    },

    async setEmailState(organizationId: string, id: string, state: 'sent' | 'failed'): Promise<void> {
      await raw`update invitation set email_state = ${state} where org_id = ${organizationId} and id = ${id}`.execute(
        database.unrestricted,
      )
    },

    /** Returns the invitation of a link that still works. */
    async findByToken(token: string): Promise<Invitation | undefined> {
      const [found] = await select(
        raw`(i.org_id, i.id) in (select org_id, invitation_id from invitation_token where hash = ${hashSecret(token)})`,
        database.unrestricted,
      )
      return found?.state === 'pending' ? found : undefined
    },

    /** Creates the invited member. Of concurrent attempts with one invitation one succeeds; the others conflict. */
    accept(
      token: string,
      account: NewAccount,
    ): Promise<{ id: string; organizationId: string; memberId: string; email: string }> {
      const { memberId = newId(), name, password } = account
      return database.transaction(async (store) => {
        const { rows } = await raw<{ organizationId: string; id: string; email: string; role: Role }>`
          update invitation i set consumed_at = ${now()}, member_id = ${memberId}
          from invitation_token t, member inviter
          where t.hash = ${hashSecret(token)} and i.org_id = t.org_id and i.id = t.invitation_id
            and i.consumed_at is null and i.revoked_at is null and i.expires_at > ${now()}
            and inviter.org_id = i.org_id and inviter.id = i.created_by and ${isActiveAdmin}
          returning i.org_id as "organizationId", i.id, i.email, i.role`.execute(store)
        const [accepted] = rows
        if (!accepted) throw new AppError('conflict', invalidInvitationMessage)
        const { organizationId, email, role } = accepted
        await members.create(
          { organizationId, id: memberId, email, name, role, ...(password !== undefined && { password }) },
          store,
        )
        await raw`
          insert into team_member (org_id, team_id, member_id)
          select org_id, team_id, ${memberId} from invitation_team
          where org_id = ${organizationId} and invitation_id = ${accepted.id}`.execute(store)
        await deleteTokens(organizationId, accepted.id, store)
        await account.addCredential?.(store, { organizationId, memberId })
        return { id: accepted.id, organizationId, memberId, email }
      })
    },
  }

  async function deleteTokens(organizationId: string, id: string, store: Sql): Promise<void> {
    await raw`delete from invitation_token where org_id = ${organizationId} and invitation_id = ${id}`.execute(store)
  }

  /** Deletes invitations of the address that can no longer be accepted, so that it can be invited again. */
  async function deleteEnded(organizationId: string, email: string, store: Sql): Promise<void> {
    await raw`
      delete from invitation i using member inviter
      where i.org_id = ${organizationId} and i.email = ${email} and i.consumed_at is null
        and inviter.org_id = i.org_id and inviter.id = i.created_by
        and (i.revoked_at is not null or i.expires_at <= ${now()} or not ${isActiveAdmin})`.execute(store)
  }
}

export const invalidInvitationMessage =
  'This invitation was accepted or revoked, or it has expired. Ask the person who invited you for a new one.'

const isActiveAdmin = raw<boolean>`(inviter.role = 'admin' and inviter.disabled_at is null)`
