import type { ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { createLocalBackend } from '../mcp/local-backend.ts'
import { createMcpServer } from '../mcp/mcp-server.ts'
import { enforceLimits, type Guard } from './endpoint-registrar.ts'
import { replayBody } from './replay-body.ts'
import type { ReportSlots } from './report-slots.ts'

export interface McpHttpHandler {
  /** Answers a protocol request on behalf of the authenticated caller. */
  handleRequest(request: FastifyRequest, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/** Creates an MCP server for every request, acting as its caller; no state is kept between requests. */
export function createMcpHttpHandler({
  guard,
  app,
  reportSlots,
  maxBodyBytes,
}: {
  guard: Guard
  app: App
  reportSlots: ReportSlots
  maxBodyBytes: number
}): McpHttpHandler {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const request = authInfo?.extra?.request as FastifyRequest
      const disconnected = authInfo?.extra?.disconnected as AbortSignal
      const backend = createLocalBackend({
        app,
        loadCaller: async () => request.caller as Caller,
        admit: (caller, endpoint, work) =>
          guard.loadShedder.runAdmitted(endpoint, async () => {
            await enforceLimits(guard, endpoint, caller)
            return work()
          }),
        admitReport: async (caller, endpoint, work) => {
          await enforceLimits(guard, endpoint, caller)
          guard.loadShedder.exempt(request)
          return reportSlots.run(caller, work)
        },
        disconnected,
        audit: (caller, endpoint, { params, body, result }) =>
          guard.auditTrail.recordOperation(endpoint, { caller, params, body, request }, 'done', result),
      })
      return createMcpServer({ backend, onError: (err) => app.log.error({ err }, 'an MCP tool failed') })
    },
    {
      maxRequestBodySize: maxBodyBytes,
      onerror: (err) => app.log.debug({ err }, 'an MCP request was refused'),
    },
  )
  const handle = toNodeHandler(handler)
  return {
    handleRequest(request, response) {
      const left = new AbortController()
      response.once('close', () => {
        if (!response.writableFinished) left.abort(new Error('The client disconnected'))
      })
      const auth = { token: '', clientId: '', scopes: [], extra: { request, disconnected: left.signal } }
      return handle(Object.assign(replayBody(request), { auth }), response)
    },
    close: () => handler.close(),
  }
}
