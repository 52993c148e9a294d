import type { IncomingMessage } from 'node:http'
import { finished, type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { clientNetwork } from '../net/client-network.ts'
import { type BodyAccount, createBodyBudget } from './body-budget.ts'
import type { ConnectionTimeouts } from './connection-timeouts.ts'
import { endAfterRequest } from './discard-body.ts'

/** Of a refused request, at most the bytes of this many uploads are read and discarded. */
const maxDiscardedUploads = 4
const methodsWithoutBody = new Set(['GET', 'HEAD', 'TRACE'])

interface ReceivedBody {
  account?: BodyAccount
  metered?: Readable
}

/**
 * Limits the memory and the time that request bodies take. Memory is counted as bytes arrive, so an idle connection takes
 * none. A caller without credentials has seconds for the whole body; others must send at a minimum rate.
 */
export function installBodyReading(
  server: FastifyInstance,
  {
    maxBodyBytes,
    maxUploadBytes,
    timeouts,
    refuse,
    now = () => performance.now(),
  }: {
    maxBodyBytes: number
    /** Of a body with a file. */
    maxUploadBytes: number
    timeouts: ConnectionTimeouts
    /** Returns the error for a request that would take too much memory. */
    refuse: () => AppError
    now?: () => number
  },
): void {
  const budget = createBodyBudget({ maxBodyBytes, maxUploadBytes })
  const maxBytesOf = (request: FastifyRequest) =>
    request.routeOptions.config.operation?.formFields ? maxUploadBytes : maxBodyBytes
  const bodies = new WeakMap<FastifyRequest, ReceivedBody>()

  server.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw)) return
    const body: ReceivedBody = {}
    bodies.set(request, body)
    finished(reply.raw, () => {
      body.account?.close()
      body.metered?.destroy()
      closeUnlessComplete(request.raw, timeouts.unreadBodyMs)
    })
    const declaredBytes = Math.min(Number(request.headers['content-length']) || 0, maxBytesOf(request))
    if (!budget.hasRoomFor(clientNetwork(request.ip), declaredBytes)) throw refuse()
  })

  // After authentication, before the body is read.
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const body = bodies.get(request)
    if (!body || methodsWithoutBody.has(request.method)) return done(null, payload)
    const account = budget.open({ network: clientNetwork(request.ip), isAnonymous: request.caller === undefined })
    body.account = account
    // A streamed body is never held as a whole.
    const hold = (receivedBytes: number) => account.resize(Math.min(receivedBytes, maxBytesOf(request)))
    if (!isAwaitingBody(request)) return hold(payload.readableLength) ? done(null, payload) : done(refuse())
    body.metered = meterBody(request, payload, hold)
    done(null, body.metered)
  })

  // An error while the body still arrives: the client gets it whole, and then time to send the rest, which is discarded.
  server.addHook('onSend', async (request, reply, payload) => {
    const body = bodies.get(request)
    if (!body?.account || reply.statusCode < 400 || typeof payload !== 'string' || !isAwaitingBody(request))
      return payload
    body.account.close()
    body.metered?.destroy()
    request.raw.unpipe()
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload))
    // A streamed response has listeners besides those of every response, more than the ten after which Node warns.
    reply.raw.setMaxListeners(20)
    return endAfterRequest(payload, request.raw, {
      maxBytes: maxDiscardedUploads * maxUploadBytes,
      idleMs: timeouts.unreadBodyMs,
      maxMs: request.caller ? timeouts.discardedBodyMs : timeouts.unreadBodyMs,
    })
  })

  /** Returns the body as a stream that fails when it arrives too slowly or takes too much memory. */
  function meterBody(request: FastifyRequest, payload: Readable, hold: (receivedBytes: number) => boolean): Readable {
    const startedAt = now()
    let receivedAt = startedAt
    let receivedBytes = 0
    const metered = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        receivedAt = now()
        receivedBytes += chunk.length
        next(hold(receivedBytes) ? null : refuse(), chunk)
      },
    })
    const dueAt = () => {
      if (request.routeOptions.config.operation?.ndjsonItem) return receivedAt + timeouts.streamIdleMs
      if (!request.caller) return startedAt + timeouts.anonymousBodyMs
      const { bodyGraceMs, bodyIdleMs, minBodyBytesPerSecond } = timeouts
      return Math.min(receivedAt + bodyIdleMs, startedAt + bodyGraceMs + (receivedBytes * 1000) / minBodyBytesPerSecond)
    }
    const checkProgress = () => {
      // While received data waits to be read, the client isn't late.
      if (metered.readableLength > 0) receivedAt = now()
      const remainingMs = dueAt() - now()
      if (remainingMs <= 0) metered.destroy(bodyTimeoutError())
      else timer = setTimeout(checkProgress, Math.ceil(remainingMs))
    }
    let timer = setTimeout(checkProgress, Math.ceil(dueAt() - startedAt))
    metered.once('close', () => clearTimeout(timer))
    // Discards the rest: destroying the request would close the connection before the error is sent.
    metered.on('error', () => payload.resume())
    payload.once('error', () => metered.destroy(incompleteBodyError()))
    payload.once('close', () => payload.readableEnded || metered.destroy(incompleteBodyError()))
    return payload.pipe(metered)
  }
}

/** Returns whether a part of the body is still to come. */
export function isAwaitingBody({ raw }: FastifyRequest): boolean {
  return hasBody(raw) && !isComplete(raw)
}

/** Requests injected by tests don't have the property. */
function isComplete(raw: IncomingMessage): boolean {
  return raw.complete !== false
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

/** Closes the connection of an answered request if the rest of its body does not arrive in time. */
function closeUnlessComplete(raw: IncomingMessage, timeoutMs: number): void {
  if (isComplete(raw) || raw.socket.destroyed) return
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), timeoutMs)
  raw.once('close', () => clearTimeout(timer))
}

function bodyTimeoutError(): AppError {
  return new AppError('request-timeout', 'The request body arrived too slowly. Please try again.')
}

function incompleteBodyError(): AppError {
  return new AppError('validation', 'The request body is incomplete.', {
    details: { body: { message: 'is incomplete' } },
  })
}
