import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { RequestTrace, Telemetry } from '../telemetry/telemetry.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace?: RequestTrace
  }
}

/** Makes each request the place that its work is traced and logged in. */
export function traceRequests(server: FastifyInstance, telemetry: Telemetry): void {
  server.addHook('onRequest', (request, reply, done) => {
    const trace = telemetry.startRequest(request.id, request.headers.traceparent)
    request.trace = trace
    // However it ends: answered, broken off, taken over by a stream.
    finished(reply.raw, () => {
      // The pattern of the address, never the address itself, which may hold a question.
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
  // Reading a body goes through events of the socket, which know nothing of the request.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) request.trace.run(done)
    else done()
  })
}
