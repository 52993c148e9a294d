import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../../content/cursor.ts'
import { takePage } from '../../contract/pagination.ts'
import { peopleEndpoints } from '../../contract/people-endpoints.ts'
import { storableText } from '../../contract/text.ts'
import type { PeopleDirectory } from '../../identity/people-directory.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

const pageSize = 50

/** The caller's own account, and the people and groups of their organization. */
export function peopleRoutes(
  server: FastifyInstance,
  { guard, peopleDirectory: directory }: { guard: Guard; peopleDirectory: PeopleDirectory },
): void {
  const register = createEndpointRegistrar(server, guard)

  register(peopleEndpoints.me, async ({ caller }) => ({
    id: caller.memberId,
    email: caller.email,
    displayName: caller.name,
    role: caller.role,
    organizationName: caller.organizationName,
    organizationDomain: caller.organizationDomain,
  }))
  register(peopleEndpoints.listUsers, async ({ caller, query }) => {
    const listing = toListing('users', query)
    const { found, total } = await directory.listUsers(caller.organizationId, listing)
    const { page, last } = takePage(found, pageSize)
    return { users: page, total, ...presentCursor('users', last && [last.displayName, last.id]) }
  })
  register(peopleEndpoints.readUser, ({ caller, params }) => directory.findUser(caller.organizationId, params.id))
  register(peopleEndpoints.listGroups, async ({ caller, query }) => {
    const listing = toListing('groups', query)
    const { found, total } = await directory.listGroups(caller.organizationId, listing)
    const { page, last } = takePage(found, pageSize)
    return { groups: page, total, ...presentCursor('groups', last && [last.name, last.id]) }
  })
  register(peopleEndpoints.readGroup, ({ caller, params }) => directory.findGroup(caller.organizationId, params.id))
}

function toListing(kind: 'users' | 'groups', given: { query: string; cursor?: string | undefined }) {
  const limit = pageSize + 1
  if (given.cursor === undefined) return { query: given.query, after: undefined, limit }
  const cursorSchema = z.tuple([z.literal(kind), storableText(), storableText()])
  const [, name, id] = decodeCursor(given.cursor, cursorSchema)
  return { query: given.query, after: { name, id }, limit }
}

function presentCursor(kind: 'users' | 'groups', last: [name: string, id: string] | undefined) {
  return { hasNextPage: last !== undefined, nextCursor: last ? encodeCursor([kind, ...last]) : null }
}
