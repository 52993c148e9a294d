import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { buildConnector } from 'undici'
import { type AddressGuard, createAddressGuard, isPublicAddress, stripBrackets } from './address-guard.ts'

interface GuardedRequest {
  method?: 'GET' | 'POST'
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
}: {
  guard?: AddressGuard
  /** Rejects http, except for hosts on the guard's allow list. */
  httpsOnly?: boolean
  /** For the whole request: name resolution, connection, response. */
  timeoutMs?: number
  /** The response body is cut off after this many bytes. */
  maxResponseBytes?: number
} = {}): GuardedFetch {
  // undici is loaded by the first request: many servers never make one.
  let loading: ReturnType<typeof load> | undefined
  async function load() {
    const { Agent, buildConnector, request } = await import('undici')
    const connect = buildConnector({ timeout: Math.min(timeoutMs, 10_000), autoSelectFamily: false })
    const agent = new Agent({
      // No keep-alive: every request resolves and checks the name again.
      pipelining: 0,
      connect(options, callback) {
        const { hostname, port, protocol } = options
        guard.addressesFor(hostname, port, protocol).then(
          (addresses) => connectToFirst(connect, options, addresses, callback),
          (error: Error) => callback(error, null),
        )
      },
    })
    return { request, agent }
  }

  /** Tries the checked addresses one after the other. */
  function connectToFirst(
    connect: buildConnector.connector,
    options: buildConnector.Options,
    addresses: readonly string[],
    callback: buildConnector.Callback,
  ): void {
    const [address, ...others] = addresses
    const name = stripBrackets(options.hostname)
    const servername = isIP(name) ? '' : name
    connect({ ...options, hostname: address as string, servername }, (...result) => {
      const [error, socket] = result
      if (error) return others.length > 0 ? connectToFirst(connect, options, others, callback) : callback(...result)
      const isExpected =
        guard.isAllowed(options.hostname, options.port, options.protocol) || isPublicAddress(socket.remoteAddress ?? '')
      if (isExpected) return callback(...result)
      socket.destroy()
      callback(new Error(`${options.hostname} is not a public address`), null)
    })
  }

  return async (url, { method = 'GET', headers, body = null, signal } = {}) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const problem = (await guard.validateUrl(url)) ?? (httpsOnly ? requireHttps(new URL(url)) : undefined)
    if (problem) throw new Error(`The address ${problem}`)
    loading ??= load()
    const { request, agent } = await loading
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

  function requireHttps({ protocol, hostname, port }: URL): string | undefined {
    return protocol === 'https:' || guard.isAllowed(hostname, port, protocol) ? undefined : 'must use https'
  }
}

/** A Response with one of these cannot be given a body. */
const nullBodyStatuses = new Set([204, 205, 304])

/** Reads at most `maxBytes` of a body and closes the connection. */
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
