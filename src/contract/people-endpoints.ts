import type { Endpoint } from './endpoint.ts'
import { group, groupList, me, peopleQuery, user, userList } from './people.ts'
import { idPath } from './text.ts'

const common = {
  tag: 'People',
  errorFormat: 'content',
  scope: 'content:read',
  method: 'GET',
  status: 200,
} as const satisfies Partial<Endpoint>

const exampleUser = { id: 'ada', email: 'ada@example.com', displayName: 'Ada' }
const exampleGroup = { id: 'platform', name: 'Platform', description: 'Keeps the servers up.', userIds: ['ada'] }
const onePage = { total: 1, hasNextPage: false, nextCursor: null }

/** The people and groups of the caller's own organization. */
export const peopleEndpoints = {
  me: {
    ...common,
    scope: 'any',
    operationId: 'me',
    path: '/me',
    summary: 'Read the owner of the credential',
    response: me,
    example: {
      response: {
        ...exampleUser,
        role: 'admin',
        organizationName: 'Acme',
        organizationDomain: 'acme.example.com',
      },
    },
  },
  listUsers: {
    ...common,
    operationId: 'listUsers',
    path: '/users',
    summary: 'List users, 50 per page',
    query: peopleQuery,
    response: userList,
    example: { response: { users: [exampleUser], ...onePage } },
  },
  readUser: {
    ...common,
    operationId: 'readUser',
    path: '/users/{id}',
    summary: 'Read a user',
    params: idPath,
    response: user,
    errorDescriptions: { 404: 'There is no such user in the organization.' },
    example: { response: exampleUser },
  },
  listGroups: {
    ...common,
    operationId: 'listGroups',
    path: '/groups',
    summary: 'List groups, 50 per page',
    query: peopleQuery,
    response: groupList,
    example: { response: { groups: [exampleGroup], ...onePage } },
  },
  readGroup: {
    ...common,
    operationId: 'readGroup',
    path: '/groups/{id}',
    summary: 'Read a group',
    params: idPath,
    response: group,
    errorDescriptions: { 404: 'There is no such group in the organization.' },
    example: { response: exampleGroup },
  },
} as const satisfies Record<string, Endpoint>
