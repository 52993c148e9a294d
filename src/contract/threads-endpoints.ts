import type { Endpoint } from './endpoint.ts'
import {
  thread,
  threadAudienceChange,
  threadChange,
  threadPage,
  threadPath,
  threadSummary,
  threadsQuery,
} from './threads.ts'

const common = {
  tag: 'Ask',
  errorFormat: 'content',
  scope: 'ask',
  status: 200,
} as const satisfies Partial<Endpoint>

const ownThread = {
  ...common,
  params: threadPath,
  errorDescriptions: { 404: 'You have no such conversation.' },
} as const satisfies Partial<Endpoint>

/** Conversations: questions that were asked with the same `threadId`. */
export const threadsEndpoints = {
  listThreads: {
    ...common,
    operationId: 'listThreads',
    method: 'GET',
    path: '/threads',
    summary: 'List your conversations, last asked first',
    query: threadsQuery,
    response: threadPage,
  },
  readThread: {
    ...common,
    operationId: 'readThread',
    method: 'GET',
    path: '/threads/{id}',
    summary: 'Read a conversation of yours, or one that a colleague shared',
    params: threadPath,
    response: thread,
    processingResponse: thread,
    errorDescriptions: {
      404: 'It does not exist, is not shared with the caller, or has a source that the caller cannot see.',
    },
  },
  renameThread: {
    ...ownThread,
    operationId: 'renameThread',
    method: 'PATCH',
    path: '/threads/{id}',
    audit: 'never',
    summary: 'Rename a conversation',
    body: threadChange,
    response: threadSummary,
  },
  deleteThread: {
    ...ownThread,
    operationId: 'deleteThread',
    method: 'DELETE',
    path: '/threads/{id}',
    summary: 'Delete a conversation, with its questions, answers and shared links',
    response: undefined,
    status: 204,
  },
  shareThread: {
    ...ownThread,
    operationId: 'shareThread',
    method: 'PUT',
    path: '/threads/{id}/audience',
    summary: 'Share a conversation with people who can see all of its sources, or stop sharing it',
    body: threadAudienceChange,
    response: threadSummary,
  },
} as const satisfies Record<string, Endpoint>
