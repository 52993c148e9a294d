import { z } from 'zod'
import { emailAddress, roles } from './people.ts'
import { boundedText, integerText, maxPage, storableText } from './text.ts'

export const invitationStates = ['pending', 'accepted', 'expired', 'revoked'] as const

const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` })
const expiresInDays = z
  .int('must be a whole number from 1 to 30')
  .min(1, 'must be a whole number from 1 to 30')
  .max(30, 'must be a whole number from 1 to 30')
  .default(7)
const sendEmail = z
  .boolean('must be true or false')
  .default(false)
  .describe('Also send the link by e-mail; only if the service has a mail server')

export const invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().describe('Empty: the invited person enters it'),
    role: z.enum(roles),
    groups: z.array(z.object({ id: z.string(), name: z.string() })).describe('Groups that the person joins'),
    state: z.enum(invitationStates).describe('`revoked` also if the member who invited is no longer an active admin'),
    invitedBy: z.object({ id: z.string(), name: z.string() }),
    createdAt: z.string(),
    expiresAt: z.string(),
    acceptedAt: z.string().nullable(),
    emailState: z.enum(['queued', 'sent', 'failed']).nullable().describe('Null: not sent by e-mail'),
  })
  .meta({ id: 'Invitation' })

export type InvitationBody = z.infer<typeof invitation>

export const invitationQuery = z.object({
  query: storableText()
    .max(200, 'must have at most 200 characters')
    .default('')
    .describe('Part of the name or address'),
  page: integerText(0, maxPage).default(0),
})

export const invitationList = z
  .object({ invitations: z.array(invitation), hasNextPage: z.boolean() })
  .meta({ id: 'InvitationList' })

export const newInvitation = z
  .strictObject({
    email: emailAddress,
    name: boundedText(0, 200).default(''),
    role: role.default('member'),
    groupIds: z.array(boundedText(1, 256)).max(100, 'must name at most 100').default([]),
    expiresInDays,
    sendEmail,
  })
  .meta({ id: 'NewInvitation' })

export const invitationRenewal = z.strictObject({ expiresInDays, sendEmail }).meta({ id: 'InvitationRenewal' })

/** The link is returned only here; the service stores the hash of its token. */
export const invitationWithLink = z
  .object({ invitation, url: z.string().describe('Works once; shown only here') })
  .meta({ id: 'InvitationWithLink' })

const csv = boundedText(1, 262_144).describe('A table with a header row: email, and optionally name, role and groups')

export const invitationTable = z.strictObject({ csv }).meta({ id: 'InvitationTable' })

export const invitationPreview = z
  .object({
    rows: z.array(
      z.object({
        row: z.int().describe('Row of the table; the header is row 1'),
        email: z.string(),
        name: z.string(),
        role: z.string(),
        groups: z.array(z.string()).describe('Names'),
        problems: z.array(z.string()),
      }),
    ),
    problemCount: z.int().min(0).describe('Rows with problems; nobody can be invited until it is 0'),
  })
  .meta({ id: 'InvitationPreview' })

export type InvitationPreview = z.infer<typeof invitationPreview>

export const newInvitations = z.strictObject({ csv, expiresInDays, sendEmail }).meta({ id: 'NewInvitations' })

export const createdInvitations = z
  .object({ invitations: z.array(invitationWithLink) })
  .meta({ id: 'CreatedInvitations' })

export const passwordLink = z
  .object({ url: z.string().describe('Works once; shown only here'), expiresAt: z.string() })
  .meta({ id: 'PasswordLink' })
