import { acceptedAnswer } from './answers.ts'
import { answerResult, askRequest, assistantPath, digestResult } from './ask.ts'
import { customContent, customContentKey, deleteResult, listQuery, listResult } from './custom-content.ts'
import type { Endpoint } from './endpoint.ts'
import { source } from './source.ts'

const exampleSource = {
  id: 'oncall',
  title: 'On call',
  url: 'https://example.com/oncall',
  updatedAt: '2026-11-01T09:00:00.000Z',
}

const askCommon = {
  tag: 'Ask',
  errorFormat: 'ask',
  scope: 'ask',
  rateLimit: 'ask',
  requiresAskEnabled: true,
  status: 200,
  response: answerResult,
  errorDescriptions: {
    404: 'The parent note, the data source or the assistant does not exist, or the caller cannot see it; or the conversation belongs to someone else.',
    409: 'The conversation has as many questions as one can have; or `research-unavailable`: no language model is configured.',
  },
  example: {
    request: { question: 'Who is on call at the weekend?' },
    response: {
      answer: 'The platform team is on call at the weekend. [1]',
      sources: [{ ...exampleSource, explanation: 'The platform team is on call at the weekend.' }],
    },
  },
} as const satisfies Partial<Endpoint>

const contentCommon = {
  tag: 'Custom content',
  errorFormat: 'content',
  rateLimit: 'index',
  requiresAskEnabled: true,
  status: 200,
} as const satisfies Partial<Endpoint>

/** The operations of docs/specification.md, section 4, and other ways to get an answer. `/super` is an alias of `/ask`. */
export const askEndpoints = {
  ask: {
    ...askCommon,
    operationId: 'ask',
    method: 'POST',
    path: '/ask',
    audit: 'never',
    summary: 'Ask a question',
    body: askRequest,
    bodyOrQuery: true,
  },
  askByQuery: {
    ...askCommon,
    operationId: 'askByQuery',
    method: 'GET',
    path: '/ask',
    summary: 'Ask a question, in the query string',
    query: askRequest,
  },
  streamAnswer: {
    ...askCommon,
    operationId: 'streamAnswer',
    method: 'POST',
    path: '/ask/stream',
    audit: 'never',
    summary: 'Ask a question and receive the answer as it is written',
    body: askRequest,
    response: undefined,
    isEventStream: true,
  },
  respondAsync: {
    ...askCommon,
    operationId: 'respondAsync',
    method: 'POST',
    path: '/ask/answers',
    audit: 'never',
    summary: 'Ask a question and read the answer later',
    body: askRequest,
    response: acceptedAnswer,
    status: 202,
    example: {
      request: askCommon.example.request,
      response: { id: '5f0c3b1e9d7a4c2e8b6f', state: 'pending' },
    },
  },
  indexContent: {
    ...contentCommon,
    scope: 'content:write',
    operationId: 'indexContent',
    method: 'POST',
    path: '/ask/index',
    summary: 'Index a custom content',
    body: customContent,
    response: source,
    errorDescriptions: {
      403: 'The caller can read the data source but not write to it.',
      404: 'The data source does not exist, or the caller cannot see it.',
      413: 'The body is larger than the service accepts.',
      415: 'The body is not JSON.',
    },
    example: {
      request: {
        rootId: 'tickets',
        id: 'T-100',
        title: 'Door does not lock',
        content: '# Door\nIt was the **battery**.',
        type: 'markdown',
        updatedAt: '2026-11-01T09:00:00Z',
        url: 'https://example.com/tickets/100',
      },
      response: {
        id: 'T-100',
        title: 'Door does not lock',
        url: 'https://example.com/tickets/100',
        updatedAt: '2026-11-01T09:00:00.000Z',
      },
    },
  },
  deleteContent: {
    ...contentCommon,
    scope: 'content:write',
    operationId: 'deleteContent',
    method: 'DELETE',
    path: '/ask/index',
    summary: 'Delete custom content',
    body: customContentKey,
    bodyOrQuery: true,
    response: deleteResult,
    errorDescriptions: {
      403: 'The caller can read the data source but not write to it.',
      404: 'The data source does not exist, or the caller cannot see it.',
    },
    example: { request: { rootId: 'tickets', id: 'T-100' }, response: { ok: true } },
  },
  listContent: {
    ...contentCommon,
    scope: 'content:read',
    operationId: 'listContent',
    method: 'GET',
    path: '/ask/index',
    summary: 'List custom content',
    query: listQuery,
    response: listResult,
    errorDescriptions: { 404: 'The data source does not exist, or the caller cannot see it.' },
    example: { request: { rootId: 'tickets' }, response: { nbPages: 1, page: 0, hits: [exampleSource] } },
  },
  digest: {
    ...askCommon,
    operationId: 'digest',
    method: 'GET',
    path: '/ask/digest/{assistantId}',
    summary: 'Trigger the digest of an assistant',
    params: assistantPath,
    response: digestResult,
    errorDescriptions: { 404: 'The assistant does not exist, or the caller cannot see it.' },
    example: { response: '## On call\n- The rota for December is out. [1]' },
  },
} as const satisfies Record<string, Endpoint>
