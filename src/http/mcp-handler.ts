import type { IncomingMessage, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { Viewer } from '../access/viewer.ts'
import type { App } from '../app.ts'
import { createLocalDesk } from '../mcp/local-desk.ts'
import { createMcpServer } from '../mcp/mcp-server.ts'
import { checkAllowed, type Gate } from './operation.ts'

export interface McpHandler {
  /** Answers a request of the protocol, sent by this person. */
  answer(viewer: Viewer, request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/** Every request gets a server of its own before the desk of its sender; nothing outlives it. */
export function createHandler({
  gate,
  app,
  maxBodyBytes,
}: {
  gate: Gate
  app: App
  maxBodyBytes: number
}): McpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const desk = createLocalDesk({
        app,
        viewer: async () => authInfo?.extra?.viewer as Viewer,
        admit: (person, endpoint) => checkAllowed(gate, endpoint, person),
      })
      return createMcpServer({ desk, onError: (err) => app.log.error({ err }, 'a tool failed') })
    },
    {
      maxRequestBodySize: maxBodyBytes,
      onerror: (err) => app.log.debug({ err }, 'a request of an agent was refused'),
    },
  )
  const handle = toNodeHandler(handler)
  return {
    answer(viewer, request, response) {
      const auth = { token: '', clientId: '', scopes: [], extra: { viewer } }
      return handle(Object.assign(request, { auth }), response)
    },
    close: () => handler.close(),
  }
}
