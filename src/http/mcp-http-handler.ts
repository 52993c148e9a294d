import type { ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { createLocalBackend } from '../mcp/local-backend.ts'
import { createMcpServer } from '../mcp/mcp-server.ts'
import { enforceLimits, type Guard } from './endpoint-registrar.ts'

export interface McpHttpHandler {
  /** Answers a request of the protocol, sent by the person that it was let in as. */
  handleRequest(request: FastifyRequest, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/** Every request gets a server of its own before the desk of its sender; nothing outlives it. */
export function createMcpHttpHandler({
  guard,
  app,
  maxBodyBytes,
}: {
  guard: Guard
  app: App
  maxBodyBytes: number
}): McpHttpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const request = authInfo?.extra?.request as FastifyRequest
      const backend = createLocalBackend({
        app,
        caller: async () => request.caller as Caller,
        admit: (person, endpoint, work) =>
          guard.loadShedder.runAdmitted(endpoint, async () => {
            await enforceLimits(guard, endpoint, person)
            return work()
          }),
        audit: (caller, endpoint, body) =>
          guard.auditTrail.recordOperation(endpoint, { caller, params: undefined, body, request }, 'done'),
      })
      return createMcpServer({ backend, onError: (err) => app.log.error({ err }, 'a tool failed') })
    },
    {
      maxRequestBodySize: maxBodyBytes,
      onerror: (err) => app.log.debug({ err }, 'a request of an agent was refused'),
    },
  )
  const handle = toNodeHandler(handler)
  return {
    handleRequest(request, response) {
      const auth = { token: '', clientId: '', scopes: [], extra: { request } }
      return handle(Object.assign(request.raw, { auth }), response)
    },
    close: () => handler.close(),
  }
}
