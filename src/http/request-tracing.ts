import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestTrace, Telemetry } from '../telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace?: RequestTrace
  }
}

/** Starts a trace for each request; its work is traced and logged inside it. */
export function traceRequests(server: FastifyInstance, telemetry: Telemetry): void {
  server.addHook('onRequest', (request, reply, done) => {
    const trace = telemetry.startRequest(request.id, request.headers.traceparent)
    request.trace = trace
    // Also called when the client disconnects, and for streams.
    finished(reply.raw, () => {
      // The route pattern, not the address, which can contain a question.
      const route = request.routeOptions.url ?? 'unknown'
      const status = reply.raw.statusCode
      trace.end({
        name: `${request.method} ${route}`,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
          'lorewell.request_id': request.id,
        },
        isError: status >= 500,
      })
    })
    trace.run(done)
  })
  // The body arrives in socket events, which run outside the request's trace.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) request.trace.run(done)
    else done()
  })
}
