import { z } from 'zod'
import { boundedText, optionalCursor, storableText } from './text.ts'

export const roles = ['admin', 'member', 'viewer'] as const

export const emailAddress = boundedText(3, 320).regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')

/** A list of `everyone`, `user:EMAIL` and `group:NAME`. */
export const principalNames = z
  .array(boundedText(1, 1024), {
    error: (issue) =>
      issue.input === undefined ? 'is required' : 'must be a list of everyone, user:EMAIL or group:NAME',
  })
  .max(1000, 'must name at most 1000')

export const me = z
  .object({
    id: z.string(),
    email: z.string(),
    displayName: z.string(),
    role: z.enum(roles),
    organizationName: z.string(),
    organizationDomain: z.string(),
  })
  .meta({ id: 'Me' })

export const user = z.object({ id: z.string(), email: z.string(), displayName: z.string() }).meta({ id: 'User' })

export type User = z.infer<typeof user>

export const group = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    userIds: z.array(z.string()).describe('Its members'),
  })
  .meta({ id: 'Group' })

export type Group = z.infer<typeof group>

export const peopleQuery = z.object({
  query: storableText()
    .max(256, 'must have at most 256 characters')
    .default('')
    .describe('Part of the name, or of the email address of users'),
  cursor: optionalCursor(),
})

const pageFields = {
  total: z.int().min(0).describe('Across all pages'),
  hasNextPage: z.boolean(),
  nextCursor: z.string().nullable(),
}

/** 50 per page, sorted by name. */
export const userList = z.object({ users: z.array(user), ...pageFields }).meta({ id: 'UserList' })

/** 50 per page, sorted by name. */
export const groupList = z.object({ groups: z.array(group), ...pageFields }).meta({ id: 'GroupList' })
