import { deferredAnswer } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import { idPath } from './text.ts'

export const answersEndpoints = {
  readAnswer: {
    operationId: 'readAnswer',
    method: 'GET',
    path: '/ask/answers/{id}',
    summary: 'Read a deferred answer',
    tag: 'Ask',
    errorFormat: 'ask',
    scope: 'ask',
    requiresAskEnabled: true,
    params: idPath,
    response: deferredAnswer,
    status: 200,
    errorDescriptions: {
      404: 'There is no such answer, it is older than seven days, or someone else asked.',
    },
    example: {
      response: {
        id: '5f0c3b1e9d7a4c2e8b6f',
        state: 'done',
        result: {
          answer: 'The platform team is on call at the weekend. [1]',
          sources: [
            {
              id: 'oncall',
              title: 'On call',
              url: 'https://example.com/oncall',
              updatedAt: '2026-11-01T09:00:00.000Z',
              explanation: 'The platform team is on call at the weekend.',
            },
          ],
        },
      },
    },
  },
} as const satisfies Record<string, Endpoint>
