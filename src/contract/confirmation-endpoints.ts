import { confirmationState, newConfirmation } from './confirmations.ts'
import type { Endpoint } from './endpoint.ts'

const common = {
  tag: 'People',
  errorFormat: 'content',
  path: '/me/confirm',
  scope: 'any',
} as const satisfies Partial<Endpoint>

/** "Confirm that it's you": for operations with `requiresConfirmation`, in a browser session only. */
export const confirmationEndpoints = {
  readConfirmation: {
    ...common,
    operationId: 'readConfirmation',
    method: 'GET',
    status: 200,
    summary: 'Read whether and how the browser session can be confirmed',
    response: confirmationState,
    errorDescriptions: { 403: 'Keys and tokens cannot be confirmed.' },
  },
  confirm: {
    ...common,
    operationId: 'confirmMe',
    method: 'POST',
    status: 204,
    summary: 'Confirm that it is you, with your password or a passkey; valid for 5 minutes',
    body: newConfirmation,
    response: undefined,
    errorDescriptions: {
      403: 'The password or the passkey is wrong, or the credential is a key or a token.',
      429: 'Too many wrong passwords: wait for the time in `Retry-After`.',
    },
  },
} as const satisfies Record<string, Endpoint>
