import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { App } from '../app.ts'
import { createLocalBackend } from '../mcp/local-backend.ts'
import { createMcpServer } from '../mcp/mcp-server.ts'
import { parseJson } from '../parse-json.ts'
import { enforceLimits, type Guard } from './endpoint-registrar.ts'
import { createMcpCalls, type McpCalls } from './mcp-calls.ts'
import { replayBody } from './replay-body.ts'
import type { ReportSlots } from './report-slots.ts'

export interface McpHttpHandler {
  /** Answers a protocol request on behalf of the authenticated caller. */
  handleRequest(request: FastifyRequest, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

/**
 * Creates an MCP server for every request, acting as its caller. The only state between requests is the list of calls under
 * way, so that one request can cancel another.
 */
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
      const ended = authInfo?.extra?.ended as AbortSignal
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
        ended,
        audit: (caller, endpoint, { params, body, outcome, result }) =>
          guard.auditTrail.recordOperation(endpoint, { caller, params, body, request }, outcome, result),
      })
      return createMcpServer({ backend, onError: (err) => app.log.error({ err }, 'an MCP tool failed') })
    },
    {
      maxRequestBodySize: maxBodyBytes,
      onerror: (err) => app.log.debug({ err }, 'an MCP request was refused'),
    },
  )
  const handle = toNodeHandler(handler)
  const calls = createMcpCalls()
  return {
    async handleRequest(request, response) {
      const ended = new AbortController()
      const stopListening = listenForCancellation(request, response, calls, () =>
        ended.abort(new Error('The agent cancelled the call')),
      )
      response.once('close', () => {
        stopListening()
        if (!response.writableFinished) ended.abort(new Error('The client disconnected'))
      })
      const auth = { token: '', clientId: '', scopes: [], extra: { request, ended: ended.signal } }
      await handle(Object.assign(replayBody(request), { auth }), response)
    },
    close: () => handler.close(),
  }
}

interface Message {
  id?: unknown
  method?: unknown
  params?: { requestId?: unknown }
}

/**
 * Gives a new session its id, cancels the call that a notification names, or registers a call so that a later request can
 * cancel it. Returns a function that ends the registration. The session id tells two agents with the same credential apart; it
 * grants nothing. Clients without one, and those of protocol versions without sessions, cancel by disconnecting.
 */
function listenForCancellation(
  request: FastifyRequest,
  response: ServerResponse,
  calls: McpCalls,
  cancel: () => void,
): () => void {
  const message = parseMessage(request.body)
  if (message?.method === 'initialize') response.setHeader('mcp-session-id', randomUUID())
  const { organizationId, memberId } = request.caller as Caller
  const sessionId = request.headers['mcp-session-id']
  const isCancellation = message?.method === 'notifications/cancelled'
  const requestId = isCancellation ? message.params?.requestId : message?.id
  if (typeof sessionId !== 'string' || (typeof requestId !== 'string' && typeof requestId !== 'number')) return () => {}
  const key = { organizationId, memberId, sessionId, requestId }
  if (!isCancellation) return calls.start(key, cancel)
  calls.cancel(key)
  return () => {}
}

/** Returns a message that is an object, and nothing for a batch or for text that the protocol handler will refuse. */
function parseMessage(body: unknown): Message | undefined {
  if (!Buffer.isBuffer(body)) return undefined
  const parsed = parseJson(body.toString('utf8'))
  return typeof parsed === 'object' && parsed !== null ? parsed : undefined
}
