import { isIP } from 'node:net'
import type { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** At most as much as was asked for. */
  body: Buffer
}

export interface GuardedRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** For everything together: name, connection, answer. */
  timeoutMs: number
  /** How much of the answer to read; the rest is cut off. 0: none of it. */
  maxResponseBytes: number
  signal?: AbortSignal
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>

/**
 * Goes to addresses that others gave. The name is resolved here, once, and the connection is made to what was checked,
 * so that a name which changes its answer in between leads nowhere; what the socket is connected to is checked once
 * more before anything is sent. Redirects are not followed: the answer that asks for one is the answer.
 */
export function createGuardedFetch({ guard }: { guard: AddressGuard }) {
  // Loaded with the first address to go to: many a server never does.
  let loading: ReturnType<typeof load> | undefined
  async function load() {
    const { Agent, buildConnector, request } = await import('undici')
    const connect = buildConnector({ timeout: 10_000, autoSelectFamily: false })
    const agent = new Agent({
      // No connection is kept: each delivery is resolved and checked anew.
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

  /** One address after the other, as a browser would; all of them were checked. */
  function connectToFirst(
    connect: buildConnector.connector,
    options: buildConnector.Options,
    addresses: readonly string[],
    callback: buildConnector.Callback,
  ): void {
    const [address, ...others] = addresses
    const name = options.hostname.replace(/^\[|\]$/g, '')
    const servername = isIP(name) ? '' : name
    connect({ ...options, hostname: address as string, servername }, (...result) => {
      const [error, socket] = result
      if (error)
        return others.length > 0 ? connectToFirst(connect, options, others, callback) : callback(...result)
      const isExpected =
        guard.isAllowed(options.hostname, options.port, options.protocol) ||
        isPublicAddress(socket.remoteAddress ?? '')
      if (isExpected) return callback(...result)
      socket.destroy()
      callback(new Error(`${options.hostname} is not a public address`), null)
    })
  }

  return async (url: string, options: GuardedRequest): Promise<GuardedResponse> => {
    const deadline = AbortSignal.timeout(options.timeoutMs)
    const problem = await guard.validateUrl(url)
    if (problem) throw new Error(`The address ${problem}`)
    loading ??= load()
    const { request, agent } = await loading
    const answer = await request(url, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      body: options.body ?? null,
      signal: options.signal ? AbortSignal.any([deadline, options.signal]) : deadline,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    })
    const chunks: Buffer[] = []
    let missing = options.maxResponseBytes
    // Leaving the loop ends the connection.
    if (missing > 0) {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        chunks.push(chunk.subarray(0, missing))
        missing -= chunk.length
        if (missing <= 0) break
      }
    }
    answer.body.on('error', () => {}).destroy()
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
  }
}
