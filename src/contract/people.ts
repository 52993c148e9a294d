import { z } from 'zod'
import { boundedText, storableText } from './text.ts'

export const me = z
  .object({
    id: z.string(),
    email: z.string(),
    displayName: z.string(),
    role: z.enum(['admin', 'member', 'viewer']),
    organizationName: z.string(),
    organizationDomain: z.string(),
  })
  .meta({ id: 'Me' })

export const user = z
  .object({ id: z.string(), email: z.string(), displayName: z.string() })
  .meta({ id: 'User' })

export type User = z.infer<typeof user>

export const group = z
  .object({ id: z.string(), name: z.string(), userIds: z.array(z.string()).describe('Who is in it') })
  .meta({ id: 'Group' })

export type Group = z.infer<typeof group>

export const personPath = z.object({ id: boundedText(1, 256) })

export const peopleQuery = z.object({
  query: storableText()
    .max(256, 'must have at most 256 characters')
    .default('')
    .describe('Part of the name (or of the address, of users)'),
  cursor: boundedText(1, 4096).optional().describe('nextCursor of the page before'),
})

const pageFields = {
  total: z.int().min(0).describe('On all pages together'),
  hasNextPage: z.boolean(),
  nextCursor: z.string().nullable(),
}

/** Pages of 50, by name. */
export const userList = z.object({ users: z.array(user), ...pageFields }).meta({ id: 'UserList' })

/** Pages of 50, by name. */
export const groupList = z.object({ groups: z.array(group), ...pageFields }).meta({ id: 'GroupList' })
