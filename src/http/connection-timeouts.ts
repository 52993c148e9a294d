import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a client can keep the service waiting. */
export interface ConnectionTimeouts {
  /** For the headers of a request, and for the first request of a connection. */
  headersMs: number
  /** For the whole body of a caller without credentials. */
  anonymousBodyMs: number
  /** For the next part of a caller's body. */
  bodyIdleMs: number
  /** For the next part of a body that is a stream of items, which can be produced slowly. */
  streamIdleMs: number
  /** After this time, a caller's body must have arrived at `minBodyBytesPerSecond`. */
  bodyGraceMs: number
  minBodyBytesPerSecond: number
  /** A caller whose body takes longer is looked up again when it is complete: permissions can have changed. */
  admissionMs: number
  /** For the next part of a body that is discarded because the request is answered already, or all of an anonymous one. */
  unreadBodyMs: number
  /** For the rest of a caller's body that is discarded because the request is refused. */
  discardedBodyMs: number
  /** For a client that reads nothing of its response. */
  stalledResponseMs: number
}

export const defaultConnectionTimeouts: ConnectionTimeouts = {
  headersMs: 10_000,
  anonymousBodyMs: 5_000,
  bodyIdleMs: 30_000,
  streamIdleMs: 120_000,
  bodyGraceMs: 20_000,
  minBodyBytesPerSecond: 1_000,
  admissionMs: 1_000,
  unreadBodyMs: 2_000,
  discardedBodyMs: 30_000,
  stalledResponseMs: 30_000,
}

/**
 * Ends connections whose client stops reading a response, or sends no further request. A connection that waits for the
 * service, such as for a language model, stays open.
 */
export function endStalledConnections(server: FastifyInstance, { stalledResponseMs }: ConnectionTimeouts): void {
  const openResponses = new WeakMap<Socket, number>()
  server.server.on('request', ({ socket }, response) => {
    openResponses.set(socket, (openResponses.get(socket) ?? 0) + 1)
    response.once('close', () => openResponses.set(socket, (openResponses.get(socket) ?? 1) - 1))
  })
  // Counts only while no byte moves in either direction. With a listener, closing the connection is up to us.
  server.server.setTimeout(stalledResponseMs, (socket) => {
    const isWaitingForService = (openResponses.get(socket) ?? 0) > 0 && socket.writableLength === 0
    if (isWaitingForService) socket.setTimeout(stalledResponseMs)
    else socket.destroy()
  })
}
