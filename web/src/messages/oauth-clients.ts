import { defineMessages } from './define-messages.ts'

export const oauthClientsText = defineMessages('oauth-clients', {
  registerClient: 'Register client',
  title: 'OAuth clients',
  lead: 'Apps that people in your organization can sign in to with their Lorewell account.',
  emptyHint: 'Apps that register themselves don’t appear here.',
  empty: 'No clients registered',
  remove: 'Remove',
  removeEffect: 'All tokens issued to it stop working.',
  removeClient: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  public: 'public',
  confidential: 'confidential',
  publicCreated: 'This is the client ID. A public client has no secret.',
  confidentialCreated: 'The client ID is {id}. Copy the secret now. You won’t be able to see it again.',
  register: 'Register',
  redirectUris: 'Redirect URIs',
  redirectUrisHint: 'One per line',
  redirectUrisPlaceholder: 'https://example.com/callback',
  type: 'Type',
  publicType: 'Public: an app or page that can’t keep a secret',
  confidentialType: 'Confidential: a server that keeps a secret',
})
