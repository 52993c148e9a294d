import type { Readable } from 'node:stream'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'
import { createGuardedAgent, requireAcceptedUrl } from './guarded-agent.ts'

interface GuardedRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: string
  signal?: AbortSignal | null
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<Response>

/**
 * Creates a fetch for URLs from untrusted sources. Each connection resolves the name once and connects to a checked
 * address, which defeats DNS rebinding; the connected socket's address is checked again before anything is sent.
 * Redirects are returned, not followed.
 */
export function createGuardedFetch({
  guard = createAddressGuard(),
  httpsOnly = true,
  timeoutMs = 5000,
  maxResponseBytes = 256 * 1024,
  isKeptAlive = false,
}: {
  guard?: AddressGuard
  /** Rejects http, except for hosts on the guard's allow list. */
  httpsOnly?: boolean
  /** For the whole request: name resolution, connection, response. */
  timeoutMs?: number
  /** The response body is cut off after this many bytes. */
  maxResponseBytes?: number
  /** Requests in quick succession share a connection, whose address was checked when it was made. */
  isKeptAlive?: boolean
} = {}): GuardedFetch {
  const load = createGuardedAgent({ guard, connectTimeoutMs: Math.min(timeoutMs, 10_000), isKeptAlive })

  return async (url, { method = 'GET', headers, body = null, signal } = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    await requireAcceptedUrl(guard, url, { httpsOnly })
    const { request, agent } = await load()
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: new Headers(headers),
      body,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const content = await readUpTo(response.body, maxResponseBytes)
    return new Response(nullBodyStatuses.has(response.statusCode) ? null : content, {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    })
  }
}

/** A Response with one of these cannot be given a body. */
const nullBodyStatuses = new Set([204, 205, 304])

/** Reads at most `maxBytes` of a body. Closes the connection if there is more. */
async function readUpTo(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let remaining = maxBytes
  if (remaining > 0) {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, remaining))
      remaining -= chunk.length
      if (remaining <= 0) break
    }
  }
  body.on('error', () => {}).destroy()
  return Buffer.concat(chunks)
}
