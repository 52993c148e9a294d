import {
  adminCreateDefaults,
  adminDefaults,
  adminDeleteDefaults,
  adminReadDefaults,
  type Endpoint,
} from './endpoint.ts'
import {
  createdInvitations,
  invitationList,
  invitationPreview,
  invitationQuery,
  invitationRenewal,
  invitationTable,
  invitationWithLink,
  newInvitation,
  newInvitations,
  passwordLink,
} from './invitations.ts'
import { idPath } from './text.ts'

const notFound = { 404: 'There is no such invitation.' } as const satisfies Endpoint['errorDescriptions']

const invitation = {
  ...{ id: '5f0c2b7de1a94c0e8d3a', email: 'grace@example.com', name: 'Grace', role: 'member' },
  groups: [{ id: 'platform', name: 'Platform' }],
  state: 'pending',
  invitedBy: { id: 'ada', name: 'Ada' },
  createdAt: '2026-11-01T09:00:00.000Z',
  expiresAt: '2026-11-08T09:00:00.000Z',
  ...{ acceptedAt: null, emailState: null },
}
const withLink = { invitation, url: 'https://lorewell.example.com/invite/3kTMd0…' }
const csv = 'name,email,role,groups\nGrace,grace@example.com,member,Platform\n'

/** Invitations, and links to choose a new password. */
export const invitationEndpoints = {
  listInvitations: {
    ...adminReadDefaults,
    operationId: 'listInvitations',
    path: '/invitations',
    summary: 'List invitations with their state, newest first, 100 per page',
    description:
      'Lists invitations until 90 days after they expire. Links are not listed: the service does not know them.',
    query: invitationQuery,
    response: invitationList,
    example: { response: { invitations: [invitation], hasNextPage: false } },
  },
  createInvitation: {
    ...adminCreateDefaults,
    operationId: 'createInvitation',
    path: '/invitations',
    summary: 'Invite a person; returns a link that works once',
    description:
      'The person who opens the link joins with this address, role and groups, and chooses a name and a password. It stops working when it expires, when it is revoked, and when the member who created it is no longer an admin.',
    body: newInvitation,
    response: invitationWithLink,
    errorDescriptions: { 409: 'The address belongs to a member or to a pending invitation.' },
    example: {
      request: { email: 'grace@example.com', name: 'Grace', groupIds: ['platform'], expiresInDays: 7 },
      response: withLink,
    },
  },
  previewInvitations: {
    ...adminDefaults,
    method: 'POST',
    audit: 'never',
    operationId: 'previewInvitations',
    path: '/invitations/preview',
    summary: 'Check a CSV table of people to invite',
    description:
      'Invites nobody. Columns are `name`, `email`, `role` (default `member`) and `groups` (names, separated by semicolons), in any order; only `email` is required.',
    body: invitationTable,
    response: invitationPreview,
    example: {
      request: { csv },
      response: {
        rows: [
          { row: 2, email: 'grace@example.com', name: 'Grace', role: 'member', groups: ['Platform'], problems: [] },
        ],
        problemCount: 0,
      },
    },
  },
  createInvitations: {
    ...adminCreateDefaults,
    operationId: 'createInvitations',
    path: '/invitations/bulk',
    summary: 'Invite everyone in a CSV table, or nobody',
    description: 'Takes the table that `POST /invitations/preview` checks. If a row has a problem, nobody is invited.',
    body: newInvitations,
    response: createdInvitations,
    example: { request: { csv }, response: { invitations: [withLink] } },
  },
  renewInvitation: {
    ...adminDefaults,
    method: 'POST',
    operationId: 'renewInvitation',
    path: '/invitations/{id}/link',
    summary: 'Replace the link of an invitation; earlier links stop working',
    description: 'Also renews an invitation that has expired. The caller becomes the member who invited.',
    params: idPath,
    body: invitationRenewal,
    bodyOrQuery: true,
    response: invitationWithLink,
    errorDescriptions: { ...notFound, 409: 'The invitation was accepted or revoked.' },
    example: { request: { expiresInDays: 7 }, response: withLink },
  },
  revokeInvitation: {
    ...adminDeleteDefaults,
    operationId: 'revokeInvitation',
    path: '/invitations/{id}',
    summary: 'Revoke an invitation; its links stop working',
    description: 'The invitation stays listed as revoked. Revoking it again succeeds, too.',
    params: idPath,
    errorDescriptions: { ...notFound, 409: 'The invitation was accepted.' },
  },
  createPasswordLink: {
    ...adminDefaults,
    method: 'POST',
    operationId: 'createPasswordLink',
    path: '/members/{id}/password-link',
    summary: 'Create a link with which a member chooses a new password',
    description:
      'The link works once, within an hour. Nothing changes until the member uses it; then their sessions and OAuth grants end, and their passkeys are removed.',
    params: idPath,
    response: passwordLink,
    errorDescriptions: { 404: 'There is no such member.', 409: 'The member is suspended.' },
    example: {
      response: {
        url: 'https://lorewell.example.com/reset-password/9fQx7b…',
        expiresAt: '2026-11-01T10:00:00.000Z',
      },
    },
  },
} as const satisfies Record<string, Endpoint>
