import {
  apiKeyList,
  createdApiKey,
  createdOauthClient,
  newApiKey,
  newOauthClient,
  oauthClientList,
  passwordChange,
} from './credentials.ts'
import {
  adminCreateDefaults,
  adminDeleteDefaults,
  adminReadDefaults,
  type Endpoint,
  ownCredentialDefaults,
} from './endpoint.ts'
import { idPath } from './text.ts'

/** The password and API keys of the caller, and the OAuth clients of the organization. */
export const credentialEndpoints = {
  changePassword: {
    ...ownCredentialDefaults,
    method: 'PUT',
    status: 204,
    operationId: 'changeMyPassword',
    path: '/me/password',
    summary: 'Change your own password; ends your sessions and OAuth grants',
    body: passwordChange,
    response: undefined,
    errorDescriptions: {
      403: 'The current password is wrong.',
      429: 'Too many wrong passwords: wait for the time in `Retry-After`.',
    },
  },
  listApiKeys: {
    ...ownCredentialDefaults,
    method: 'GET',
    operationId: 'listMyApiKeys',
    path: '/api-keys',
    summary: 'List your own API keys',
    response: apiKeyList,
  },
  createApiKey: {
    ...ownCredentialDefaults,
    method: 'POST',
    status: 201,
    operationId: 'createApiKey',
    path: '/api-keys',
    summary: 'Create an API key that acts as you',
    body: newApiKey,
    response: createdApiKey,
  },
  revokeApiKey: {
    ...ownCredentialDefaults,
    method: 'DELETE',
    status: 204,
    operationId: 'revokeApiKey',
    path: '/api-keys/{id}',
    summary: 'Revoke one of your API keys; the next request with it is refused',
    params: idPath,
    response: undefined,
    errorDescriptions: { 404: 'You have no such key.' },
  },
  listOauthClients: {
    ...adminReadDefaults,
    operationId: 'listOauthClients',
    path: '/oauth-clients',
    summary: 'List the OAuth clients of the organization',
    response: oauthClientList,
  },
  createOauthClient: {
    ...adminCreateDefaults,
    operationId: 'createOauthClient',
    path: '/oauth-clients',
    summary: 'Register an OAuth client',
    body: newOauthClient,
    response: createdOauthClient,
  },
  deleteOauthClient: {
    ...adminDeleteDefaults,
    operationId: 'deleteOauthClient',
    path: '/oauth-clients/{id}',
    summary: 'Remove an OAuth client with every token issued to it',
    params: idPath,
    errorDescriptions: { 404: 'There is no such client.' },
  },
} as const satisfies Record<string, Endpoint>
