import {
  connection,
  connectionChange,
  connectionKinds,
  connectionList,
  connectionTrial,
  connectionTrialRequest,
  newConnection,
  syncRequest,
} from './connections.ts'
import {
  adminCreateDefaults,
  adminDefaults,
  adminDeleteDefaults,
  adminReadDefaults,
  adminUpdateDefaults,
  type Endpoint,
} from './endpoint.ts'
import { idPath } from './text.ts'

const exampleConnection = {
  id: 'handbook',
  kind: 'git',
  name: 'Handbook',
  rootId: 'handbook',
  settings: { url: 'https://git.example.com/handbook.git' },
  secrets: ['password'],
  areSecretsReadable: true,
  everyMinutes: 60,
  state: 'idle',
  outcome: 'done',
  lastError: null,
  startedAt: '2026-11-16T09:00:00.000Z',
  finishedAt: '2026-11-16T09:00:12.000Z',
  nextRunAt: '2026-11-16T10:00:12.000Z',
  counts: { listed: 120, added: 2, changed: 1, removed: 0 },
  heldRemovals: 0,
  problemCount: 1,
  problems: [{ id: 'scans/plan.pdf', title: 'plan', reason: 'The file is empty.' }],
  createdAt: '2026-11-01T09:00:00.000Z',
}
const params = { id: 'handbook' }
const exampleSettings = { url: 'https://git.example.com/handbook.git', password: '…' }

const notFound = { 404: 'There is no such connection.' } as const satisfies Endpoint['errorDescriptions']

/** Connections that keep data sources in step with their origin. */
export const connectionEndpoints = {
  listConnectionKinds: {
    ...adminReadDefaults,
    operationId: 'listConnectionKinds',
    path: '/admin/connection-kinds',
    summary: 'List the kinds of origins with the schema of their settings',
    response: connectionKinds,
    example: {
      response: {
        kinds: [
          {
            kind: 'folder',
            name: 'Folder',
            description: 'Documents in a folder on the server, or a network drive that is mounted there.',
            settings: { type: 'object', properties: { path: { type: 'string', title: 'Path' } }, required: ['path'] },
            secrets: [],
          },
        ],
      },
    },
  },
  listConnections: {
    ...adminReadDefaults,
    operationId: 'listConnections',
    path: '/admin/connections',
    summary: 'List connections with their progress',
    response: connectionList,
    example: { response: { connections: [exampleConnection] } },
  },
  createConnection: {
    ...adminCreateDefaults,
    operationId: 'createConnection',
    path: '/admin/connections',
    summary: 'Connect an origin to a data source and start the first run',
    body: newConnection,
    response: connection,
    example: {
      request: { kind: 'git', name: 'Handbook', settings: exampleSettings, readers: ['everyone'] },
      response: exampleConnection,
    },
    errorDescriptions: {
      404: 'The data source does not exist.',
      409: 'A connection with this id exists, or the data source has a connection.',
    },
  },
  tryConnection: {
    ...adminDefaults,
    operationId: 'tryConnection',
    method: 'POST',
    path: '/admin/connection-trials',
    audit: 'before',
    summary: 'Test settings without storing them, and preview ten items',
    body: connectionTrialRequest,
    response: connectionTrial,
    example: {
      request: { kind: 'git', settings: exampleSettings },
      response: {
        ok: true,
        message: null,
        items: [
          {
            id: 'leave.md',
            title: 'leave',
            url: 'https://git.example.com/handbook/leave.md',
            updatedAt: '2026-11-01T09:00:00.000Z',
            readers: null,
          },
        ],
      },
    },
    errorDescriptions: notFound,
  },
  readConnection: {
    ...adminReadDefaults,
    operationId: 'readConnection',
    path: '/admin/connections/{id}',
    summary: 'Read a connection with its progress',
    params: idPath,
    response: connection,
    errorDescriptions: notFound,
    example: { params, response: exampleConnection },
  },
  changeConnection: {
    ...adminUpdateDefaults,
    operationId: 'changeConnection',
    path: '/admin/connections/{id}',
    summary: 'Change a connection; other settings start a run that lists everything',
    params: idPath,
    body: connectionChange,
    response: connection,
    example: { params, request: { everyMinutes: 30 }, response: { ...exampleConnection, everyMinutes: 30 } },
    errorDescriptions: notFound,
  },
  deleteConnection: {
    ...adminDeleteDefaults,
    operationId: 'deleteConnection',
    path: '/admin/connections/{id}',
    summary: 'Delete a connection with its secrets; the data source and its items stay',
    params: idPath,
    errorDescriptions: notFound,
  },
  syncConnection: {
    ...adminDefaults,
    operationId: 'syncConnection',
    method: 'POST',
    path: '/admin/connections/{id}/sync',
    summary: 'Start a run now, unless one is running',
    params: idPath,
    body: syncRequest,
    response: connection,
    example: { params, request: { allowRemovals: false }, response: { ...exampleConnection, state: 'waiting' } },
    errorDescriptions: notFound,
  },
  cancelConnection: {
    ...adminDefaults,
    operationId: 'cancelConnectionRun',
    method: 'POST',
    path: '/admin/connections/{id}/cancel',
    summary: 'Cancel the current run; what it has written stays',
    params: idPath,
    response: connection,
    example: { params, response: { ...exampleConnection, outcome: 'cancelled' } },
    errorDescriptions: notFound,
  },
} as const satisfies Record<string, Endpoint>
