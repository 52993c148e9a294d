import { defineMessages } from './define-messages.ts'

/** Texts of the operations in the API reference. */
export const apiReferenceText = defineMessages('api-reference', {
  scope: 'Scope:',
  parameters: 'Parameters',
  parameterIn: '{type}, in the {location}',
  body: 'Body',
  responses: 'Responses',
  required: 'required',
  otherOperations: 'Other',
  tryIt: 'Try it',
  send: 'Send',
  sending: 'Sending…',
  noResponse: 'No response',
  unreachable: 'Can’t reach the service.',
})
