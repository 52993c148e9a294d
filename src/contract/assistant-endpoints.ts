import { assistant, assistantChange, assistantList, newAssistant } from './assistants.ts'
import {
  adminCreateDefaults,
  adminDeleteDefaults,
  adminUpdateDefaults,
  type Endpoint,
  memberReadDefaults,
} from './endpoint.ts'
import { idPath } from './text.ts'

const notFound = {
  404: 'The assistant does not exist, or the caller cannot see it.',
} as const satisfies Endpoint['errorDescriptions']

/** Assistants. */
export const assistantEndpoints = {
  listAssistants: {
    ...memberReadDefaults,
    operationId: 'listAssistants',
    path: '/assistants',
    summary: 'List assistants',
    response: assistantList,
  },
  createAssistant: {
    ...adminCreateDefaults,
    operationId: 'createAssistant',
    path: '/assistants',
    summary: 'Create an assistant',
    body: newAssistant,
    response: assistant,
    errorDescriptions: { 409: 'An assistant with this id already exists.' },
  },
  changeAssistant: {
    ...adminUpdateDefaults,
    operationId: 'changeAssistant',
    path: '/assistants/{id}',
    summary: 'Change an assistant; omitted fields stay the same',
    params: idPath,
    body: assistantChange,
    response: assistant,
    errorDescriptions: notFound,
  },
  deleteAssistant: {
    ...adminDeleteDefaults,
    operationId: 'deleteAssistant',
    path: '/assistants/{id}',
    summary: 'Delete an assistant',
    params: idPath,
    errorDescriptions: notFound,
  },
} as const satisfies Record<string, Endpoint>
