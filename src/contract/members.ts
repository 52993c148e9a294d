import { z } from 'zod'
import { emailAddress, roles } from './people.ts'
import { boundedText, integerText, maxPage, nameText, storableText } from './text.ts'

const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` })

export const member = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    createdAt: z.string(),
    disabledAt: z.string().nullable(),
  })
  .meta({ id: 'Member' })

export type MemberBody = z.infer<typeof member>

export const memberQuery = z.object({
  query: storableText().max(200, 'must have at most 200 characters').default(''),
  page: integerText(0, maxPage).default(0),
})

export const memberList = z.object({ members: z.array(member), hasNextPage: z.boolean() }).meta({ id: 'MemberList' })

export const newMember = z
  .strictObject({ email: emailAddress, name: nameText(), role: role.default('member') })
  .meta({ id: 'NewMember' })

export const memberChange = z
  .strictObject({ name: nameText().optional(), role: role.optional(), disabled: z.boolean().optional() })
  .meta({ id: 'MemberChange' })

/** The password is returned only here; the service stores its hash. */
export const memberWithPassword = z
  .object({ member, password: z.string().describe('Temporary password; shown only once') })
  .meta({ id: 'MemberWithPassword' })

const groupDescription = boundedText(0, 2000).describe('What the group is for')

export const newGroup = z
  .strictObject({
    name: nameText(),
    description: groupDescription.default(''),
    memberIds: z.array(boundedText(1, 256)).max(10_000).default([]),
  })
  .meta({ id: 'NewGroup' })

const groupMemberIds = z.array(boundedText(1, 256)).max(10_000)

export const groupChange = z
  .strictObject({
    name: nameText().optional(),
    description: groupDescription.optional(),
    memberIds: groupMemberIds.optional().describe('All members from now on'),
    addMemberIds: groupMemberIds.optional().describe('Members to add; the others stay'),
    removeMemberIds: groupMemberIds.optional().describe('Members to remove; the others stay'),
  })
  .meta({ id: 'GroupChange' })

export const managedGroup = z
  .object({ id: z.string(), name: z.string(), description: z.string(), memberIds: z.array(z.string()) })
  .meta({ id: 'ManagedGroup' })
