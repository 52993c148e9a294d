import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../access/viewer.ts'
import type { App } from '../app.ts'
import { createLocalDesk } from '../mcp/local-desk.ts'
import { createMcpServer } from '../mcp/mcp-server.ts'
import { checkAllowed, type Gate } from './operation.ts'

export interface McpHandler {
  /** Answers a request of the protocol, sent by the person that it was let in as. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<void>
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
      const request = authInfo?.extra?.request as FastifyRequest
      const desk = createLocalDesk({
        app,
        viewer: async () => request.viewer as Viewer,
        admit: (person, endpoint, work) =>
          gate.pressure.within(endpoint, async () => {
            await checkAllowed(gate, endpoint, person)
            return work()
          }),
        audit: (viewer, endpoint, body) =>
          gate.auditTrail.operation(endpoint, { viewer, params: undefined, body, request }, 'done'),
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
    answer(request, reply) {
      const auth = { token: '', clientId: '', scopes: [], extra: { request } }
      return handle(Object.assign(request.raw, { auth }), reply.raw)
    },
    close: () => handler.close(),
  }
}
