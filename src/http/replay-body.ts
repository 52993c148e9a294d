import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Reads every body into a buffer, for protocol handlers that parse it themselves. */
export function registerBufferParser(server: FastifyInstance, { maxBytes }: { maxBytes: number }): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => {
    done(null, body)
  })
}

/**
 * Returns the request as Node received it, with its body to be read again. Protocol handlers read the body from the
 * request; it was read before, under the limits that hold for every body.
 */
export function replayBody({ raw, body }: FastifyRequest): IncomingMessage {
  const replay = new IncomingMessage(raw.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = raw
  Object.assign(replay, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor })
  if (Buffer.isBuffer(body)) replay.push(body)
  replay.push(null)
  replay.complete = true
  return replay
}
