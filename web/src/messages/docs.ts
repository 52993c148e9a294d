import { defineMessages } from './define-messages.ts'

export const docsText = defineMessages('docs', {
  title: 'API reference',
  lead: 'This app is built on these operations.',
  openApiDocument: 'OpenAPI document',
  credentials: 'Credentials',
  credentialsHint:
    'Send an API key or an OAuth access token as <code>Authorization: Bearer …</code>, or a key as <code>x-api-key</code>. “Try it” below uses your own session.',
  find: 'Find an operation',
  noMatch: 'No matching operations.',
})
