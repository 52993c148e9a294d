import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { validationMessage } from '../contract/errors.ts'
import type { InvitationBody, InvitationPreview } from '../contract/invitations.ts'
import { takePage } from '../contract/pagination.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import type { Invitation, Invitations } from '../identity/invitations.ts'
import { invitationAddress, passwordResetAddress } from '../identity/link-addresses.ts'
import type { Members } from '../identity/members.ts'
import type { PasswordResets } from '../identity/password-resets.ts'
import type { InvitationMail } from '../mail/invitation-mail.ts'
import { type Mailer, mailUnavailableError } from '../mail/mailer.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'
import {
  checkInvitationRows,
  groupIdsOf,
  type InvitationRow,
  isRole,
  type KnownPeople,
  parseInvitationTable,
} from './invitation-table.ts'
import { noSuchMember } from './people-admin.ts'

export type InvitationAdmin = ReturnType<typeof createInvitationAdmin>

interface LinkOptions {
  expiresInDays: number
  sendEmail: boolean
}

const pageSize = 100

/** Invites people, one by one or from a table, and creates links to choose a new password. */
export function createInvitationAdmin({
  database,
  invitations,
  passwordResets,
  members,
  mailer,
  invitationMail,
  publicUrl,
  now,
}: {
  database: Database
  invitations: Invitations
  passwordResets: PasswordResets
  members: Members
  /** Undefined: the service sends no e-mail. */
  mailer: Mailer | undefined
  invitationMail: InvitationMail
  publicUrl: string
  now: () => Date
}) {
  const expiresAt = ({ expiresInDays }: LinkOptions) => new Date(now().getTime() + expiresInDays * dayMs)

  const withLink = async (organizationId: string, id: string, store: Sql) => ({
    invitation: present(await invitations.find(organizationId, id, store)),
    url: invitationAddress(publicUrl, await invitations.issueToken(organizationId, id, store)),
  })

  const inviteAll = (
    { organizationId, memberId }: Caller,
    people: readonly { email: string; name: string; role: Role; groupIds: string[] }[],
    options: LinkOptions,
  ) => {
    requireMail(options)
    return database.transaction(async (store) => {
      const created: { invitation: InvitationBody; url: string }[] = []
      for (const person of people) {
        const id = await invitations.create(
          {
            ...person,
            name: person.name.trim(),
            organizationId,
            createdBy: memberId,
            expiresAt: expiresAt(options),
            isEmailed: options.sendEmail,
          },
          store,
        )
        if (options.sendEmail) await invitationMail.enqueue(store, organizationId, id)
        created.push(await withLink(organizationId, id, store))
      }
      return created
    })
  }

  return {
    async list({ organizationId }: Caller, { query, page }: { query: string; page: number }) {
      const found = await invitations.list(organizationId, { query, offset: page * pageSize, limit: pageSize + 1 })
      const { page: shown, last } = takePage(found, pageSize)
      return { invitations: shown.map(present), hasNextPage: last !== undefined }
    },

    async create(
      caller: Caller,
      given: LinkOptions & { email: string; name: string; role: Role; groupIds: string[] },
    ): Promise<{ invitation: InvitationBody; url: string }> {
      const { email, name, role, groupIds, ...options } = given
      const [created] = await inviteAll(caller, [{ email, name, role, groupIds }], options)
      return created as { invitation: InvitationBody; url: string }
    },

    async preview({ organizationId }: Caller, csv: string): Promise<InvitationPreview> {
      const rows = parseInvitationTable(csv)
      const checked = checkInvitationRows(rows, await readKnownPeople(organizationId, rows))
      return { rows: checked, problemCount: checked.filter(({ problems }) => problems.length > 0).length }
    },

    /** Invites everyone in the table, or nobody if a row has a problem. */
    async createAll(caller: Caller, { csv, ...options }: LinkOptions & { csv: string }) {
      const rows = parseInvitationTable(csv)
      const known = await readKnownPeople(caller.organizationId, rows)
      const checked = checkInvitationRows(rows, known)
      requireNoProblems(checked)
      const people = checked.flatMap((row) =>
        isRole(row.role)
          ? [{ email: row.email, name: row.name, role: row.role, groupIds: groupIdsOf(row, known.groups) }]
          : [],
      )
      return { invitations: await inviteAll(caller, people, options) }
    },

    renew(caller: Caller, id: string, options: LinkOptions): Promise<{ invitation: InvitationBody; url: string }> {
      requireMail(options)
      return database.transaction(async (store) => {
        await invitations.renew(caller, id, { expiresAt: expiresAt(options), isEmailed: options.sendEmail }, store)
        if (options.sendEmail) await invitationMail.enqueue(store, caller.organizationId, id)
        return withLink(caller.organizationId, id, store)
      })
    },

    revoke: ({ organizationId }: Caller, id: string): Promise<void> => invitations.revoke(organizationId, id),

    /** Returns a link with which a member chooses a new password, for admins to hand over. */
    async createPasswordLink({ organizationId }: Caller, memberId: string) {
      const member = await members.find(organizationId, memberId)
      if (!member) throw noSuchMember(memberId)
      if (member.disabledAt) throw new AppError('conflict', 'This member is suspended. Reactivate them first.')
      const { token, expiresAt: until } = await passwordResets.issueToken({ organizationId, memberId })
      return { url: passwordResetAddress(publicUrl, token), expiresAt: until.toISOString() }
    },
  }

  function requireMail({ sendEmail }: LinkOptions): void {
    if (sendEmail && !mailer) throw mailUnavailableError('sendEmail')
  }

  async function readKnownPeople(organizationId: string, rows: readonly InvitationRow[]): Promise<KnownPeople> {
    const emails = rows.map(({ email }) => email)
    const { rows: found } = await sql<{ email: string; kind: 'member' | 'invitation' }>`
      select email, 'member' as kind from member where org_id = ${organizationId} and email = any(${emails}::text[])
      union all
      select i.email, 'invitation' from invitation i
      join member inviter on inviter.org_id = i.org_id and inviter.id = i.created_by
      where i.org_id = ${organizationId} and i.email = any(${emails}::text[]) and i.consumed_at is null
        and i.revoked_at is null and i.expires_at > ${now()} and inviter.role = 'admin'
        and inviter.disabled_at is null`.execute(database.unrestricted)
    const groups = await database.unrestricted
      .selectFrom('team')
      .select(['id', 'name'])
      .where('org_id', '=', organizationId)
      .execute()
    const emailsOf = (kind: string) => new Set(found.filter((row) => row.kind === kind).map((row) => row.email))
    return { memberEmails: emailsOf('member'), invitedEmails: emailsOf('invitation'), groups }
  }
}

function requireNoProblems(rows: readonly InvitationRow[]): void {
  const bad = rows.filter(({ problems }) => problems.length > 0)
  if (bad.length === 0) return
  throw new AppError('validation', validationMessage, {
    details: Object.fromEntries(bad.map(({ row, problems }) => [`csv row ${row}`, { message: problems.join(' ') }])),
  })
}

function present({ organizationId: _, organizationName: __, ...invitation }: Invitation): InvitationBody {
  return {
    ...invitation,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
  }
}
