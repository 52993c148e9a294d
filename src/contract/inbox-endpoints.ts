import type { Endpoint } from './endpoint.ts'
import {
  inboxDigest,
  inboxPage,
  inboxQuery,
  markedInboxEntry,
  newSubscription,
  readStateChange,
  subscription,
} from './inbox.ts'
import { idPath } from './text.ts'

const common = {
  tag: 'Digests',
  errorFormat: 'content',
  scope: 'content:read',
  rateLimit: 'index',
  status: 200,
} as const satisfies Partial<Endpoint>
const digestNotFound = {
  404: 'There is no such digest in the caller’s inbox.',
} as const satisfies Endpoint['errorDescriptions']

const exampleEntry = {
  id: '5f0c2b7de1a94c0e8d3a',
  assistantId: 'helper',
  assistantName: 'Helper',
  scheduledFor: '2026-11-02T08:00:00.000Z',
  deliveredAt: '2026-11-02T08:00:01.000Z',
  readAt: null,
}

/** Digest subscriptions and the inbox, of the caller only. */
export const inboxEndpoints = {
  subscribe: {
    ...common,
    operationId: 'subscribeToDigest',
    method: 'PUT',
    path: '/assistants/{id}/subscription',
    summary: 'Subscribe to the digests of an assistant',
    params: idPath,
    body: newSubscription,
    response: subscription,
    errorDescriptions: { 404: 'The assistant does not exist, or the caller cannot see it.' },
    example: {
      request: { byEmail: true, webhookUrl: 'https://example.com/digests' },
      response: { byEmail: true, webhookUrl: 'https://example.com/digests' },
    },
  },
  unsubscribe: {
    ...common,
    operationId: 'unsubscribeFromDigest',
    method: 'DELETE',
    path: '/assistants/{id}/subscription',
    summary: 'Unsubscribe from the digests of an assistant',
    params: idPath,
    response: undefined,
    status: 204,
  },
  listInbox: {
    ...common,
    operationId: 'listInbox',
    method: 'GET',
    path: '/inbox',
    summary: 'List the digests in your inbox, 50 per page',
    query: inboxQuery,
    response: inboxPage,
    example: {
      response: { digests: [exampleEntry], unreadCount: 1, hasNextPage: false, nextCursor: null },
    },
  },
  readInbox: {
    ...common,
    operationId: 'readInboxDigest',
    method: 'GET',
    path: '/inbox/{id}',
    summary: 'Read a digest of your inbox',
    params: idPath,
    response: inboxDigest,
    errorDescriptions: digestNotFound,
    example: { response: { ...exampleEntry, digest: '## On call\n- **Rota** (new): December is out. [1]' } },
  },
  markInbox: {
    ...common,
    operationId: 'markInboxDigest',
    method: 'PUT',
    path: '/inbox/{id}/read',
    summary: 'Mark a digest as read or unread',
    params: idPath,
    body: readStateChange,
    response: markedInboxEntry,
    errorDescriptions: digestNotFound,
    example: { request: { read: true }, response: { ...exampleEntry, readAt: '2026-11-02T09:00:00.000Z' } },
  },
} as const satisfies Record<string, Endpoint>
