import type { IncomingMessage } from 'node:http'
import { finished, Readable } from 'node:stream'

export interface DiscardLimits {
  maxBytes: number
  /** For the next part of the body. */
  idleMs: number
  /** For all of it. */
  maxMs: number
}

/**
 * Returns a response body that ends once the client has sent the rest of its request, or too much of it. The client has the
 * whole response before, by its length. Ending at once closes the connection, and a client that writes all of its request
 * before it reads would see a broken pipe and no response.
 */
export function endAfterRequest(response: string, request: IncomingMessage, limits: DiscardLimits): Readable {
  async function* parts() {
    yield response
    await discardBody(request, limits)
  }
  return Readable.from(parts(), { objectMode: false })
}

function discardBody(request: IncomingMessage, { maxBytes, idleMs, maxMs }: DiscardLimits): Promise<void> {
  return new Promise((resolve) => {
    let discardedBytes = 0
    const stop = () => {
      clearTimeout(idleTimer)
      clearTimeout(timer)
      request.off('data', discard)
      resolve()
    }
    const discard = (chunk: Buffer) => {
      discardedBytes += chunk.length
      idleTimer.refresh()
      if (discardedBytes > maxBytes) stop()
    }
    const idleTimer = setTimeout(stop, idleMs)
    const timer = setTimeout(stop, maxMs)
    finished(request, { writable: false }, stop)
    request.on('data', discard).resume()
  })
}
