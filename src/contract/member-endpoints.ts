import { passwordReset } from './credentials.ts'
import {
  adminCreateDefaults,
  adminDefaults,
  adminDeleteDefaults,
  adminReadDefaults,
  adminUpdateDefaults,
  type Endpoint,
} from './endpoint.ts'
import {
  groupChange,
  managedGroup,
  member,
  memberChange,
  memberList,
  memberQuery,
  memberWithPassword,
  newGroup,
  newMember,
} from './members.ts'
import { idPath } from './text.ts'

const memberErrors = {
  404: 'There is no such member.',
  409: 'The organization would have no admin left.',
} as const satisfies Endpoint['errorDescriptions']
const groupNotFound = { 404: 'There is no such group.' } as const satisfies Endpoint['errorDescriptions']

/** Members and groups, for admins of the organization. */
export const memberEndpoints = {
  listMembers: {
    ...adminReadDefaults,
    operationId: 'listMembers',
    path: '/members',
    summary: 'List members with their roles and groups, 100 per page',
    query: memberQuery,
    response: memberList,
  },
  createMember: {
    ...adminCreateDefaults,
    operationId: 'createMember',
    path: '/members',
    summary: 'Create a member with a temporary password',
    body: newMember,
    response: memberWithPassword,
    errorDescriptions: { 409: 'A member with this email address already exists.' },
  },
  changeMember: {
    ...adminUpdateDefaults,
    operationId: 'changeMember',
    path: '/members/{id}',
    summary: 'Rename a member, change their role, or suspend them',
    params: idPath,
    body: memberChange,
    response: member,
    errorDescriptions: memberErrors,
  },
  resetPassword: {
    ...adminDefaults,
    method: 'POST',
    operationId: 'resetMemberPassword',
    path: '/members/{id}/password',
    summary: 'Reset the password of a member; ends their sessions and OAuth grants, and removes their passkeys',
    params: idPath,
    body: passwordReset,
    bodyOrQuery: true,
    response: memberWithPassword,
    errorDescriptions: memberErrors,
  },
  deleteMember: {
    ...adminDeleteDefaults,
    operationId: 'deleteMember',
    path: '/members/{id}',
    summary: 'Remove a member with their API keys and sessions',
    params: idPath,
    errorDescriptions: memberErrors,
  },
  createGroup: {
    ...adminCreateDefaults,
    operationId: 'createGroup',
    path: '/groups',
    summary: 'Create a group',
    body: newGroup,
    response: managedGroup,
    errorDescriptions: { 409: 'A group with this name already exists.' },
  },
  changeGroup: {
    ...adminUpdateDefaults,
    operationId: 'changeGroup',
    path: '/groups/{id}',
    summary: 'Rename or describe a group, or change its members',
    params: idPath,
    body: groupChange,
    response: managedGroup,
    errorDescriptions: { ...groupNotFound, 409: 'A group with this name already exists.' },
  },
  deleteGroup: {
    ...adminDeleteDefaults,
    operationId: 'deleteGroup',
    path: '/groups/{id}',
    summary: 'Delete a group; its members lose the access that they had through it',
    params: idPath,
    errorDescriptions: { ...groupNotFound, 409: 'Some notes are shared with this group alone.' },
  },
} as const satisfies Record<string, Endpoint>
