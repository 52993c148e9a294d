import { adminDefaults, adminReadDefaults, adminUpdateDefaults, type Endpoint, memberReadDefaults } from './endpoint.ts'
import { mailTrial, modelTrial, organization, organizationChange, serviceState } from './service.ts'

/** The organization, and the service that it is on. */
export const serviceEndpoints = {
  readOrganization: {
    ...memberReadDefaults,
    operationId: 'readOrganization',
    path: '/organization',
    summary: 'Read your organization',
    response: organization,
  },
  changeOrganization: {
    ...adminUpdateDefaults,
    operationId: 'changeOrganization',
    path: '/organization',
    summary: 'Rename the organization, or turn asking on or off',
    body: organizationChange,
    response: organization,
  },
  readService: {
    ...adminReadDefaults,
    operationId: 'readService',
    path: '/service',
    summary: 'Read the models in use and the limits of the service',
    response: serviceState,
  },
  tryMail: {
    ...adminDefaults,
    method: 'POST',
    operationId: 'tryMail',
    path: '/service/mail/trial',
    summary: 'Send a test message to your own address',
    description: 'Waits until the mail server has taken the message, and says why if it has not.',
    rateLimit: 'index',
    response: mailTrial,
    errorDescriptions: { 409: 'The service has no mail server.' },
    example: { response: { ok: true, ms: 420, message: 'The mail server took the message to ada@example.com.' } },
  },
  tryModels: {
    ...adminDefaults,
    method: 'POST',
    operationId: 'tryModels',
    path: '/service/models/trial',
    audit: 'never',
    summary: 'Test the models with a short text each',
    response: modelTrial,
  },
} as const satisfies Record<string, Endpoint>
