import type { Client } from '@modelcontextprotocol/client'
import { type ConnectorDeps, OriginError } from '../../connector.ts'
import { createHttpClient } from '../http-client.ts'

export interface McpSession {
  client: Client
  /** Sends a request. Errors of the network and of the server are those that admins understand. */
  call<T>(send: (client: Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Thrown for an answer that is cut off at the limit. */
export class AnswerTooLargeError extends OriginError {}

/** An error that the server reports. Its message is not ours to trust or to repeat at length. */
export class McpServerError extends OriginError {
  readonly code: number

  constructor(error: Error & { code: number }) {
    super(`The MCP server reports an error: ${error.message.slice(0, 200)}`, { cause: error })
    this.code = error.code
  }
}

export const requestOptions = { timeout: 5 * 60_000 }

/** Connects to a server over Streamable HTTP, in the newest protocol that both know, within the network rules. */
export async function openSession(
  { url, token }: { url: string; token?: string | undefined },
  deps: ConnectorDeps,
): Promise<McpSession> {
  // Loaded with the first connection: it would delay every start.
  const { Client, ProtocolError, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const { fetch, lastFailure } = createTransportFetch(url, token, deps)
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch, onInsufficientScope: 'throw' })
  const client = new Client(
    { name: 'lorewell', title: 'Lorewell', version: '1' },
    { versionNegotiation: { mode: 'auto' }, inputRequired: { autoFulfill: false } },
  )

  function explain(error: unknown): OriginError {
    deps.signal.throwIfAborted()
    if (error instanceof OriginError) return error
    if (error instanceof ProtocolError) return new McpServerError(error)
    return new OriginError(`${new URL(url).host} does not answer as an MCP server. Check the address.`, {
      cause: error,
    })
  }

  try {
    await client.connect(transport, requestOptions)
  } catch (error) {
    await client.close().catch(() => {})
    // The SDK wraps errors of the network while it finds out the version.
    throw explain(lastFailure() ?? error)
  }
  return {
    client,
    async call(send) {
      try {
        return await send(client)
      } catch (error) {
        throw explain(error)
      }
    },
    async close() {
      // Servers forget sessions by themselves, too.
      await transport.terminateSession().catch(() => {})
      await client.close()
    },
  }
}

/** Returns a fetch for the transport of the SDK that reads whole answers within the limits of connections. */
function createTransportFetch(url: string, token: string | undefined, deps: ConnectorDeps) {
  const guarded = createHttpClient(deps, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const { host } = new URL(url)
  let failure: OriginError | undefined

  async function send(target: string, init: RequestInit): Promise<Response> {
    const headers = Object.fromEntries(new Headers(init.headers))
    const method = init.method as 'GET' | 'POST' | 'DELETE'
    // The stream of notifications stays open, and nobody waits for them. One that continues an answer ends.
    if (method === 'GET' && !('last-event-id' in headers)) return new Response(null, { status: 405 })
    const answer = await guarded.get(target, {
      ...{ method, headers },
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
    })
    if (answer.status === 401 || answer.status === 403)
      throw new OriginError(`${host} refuses access (${answer.status}). Check the access token.`)
    if (answer.isTooLarge) throw new AnswerTooLargeError('An answer of the MCP server is too large.')
    const body = [202, 204, 205, 304].includes(answer.status) ? null : Buffer.from(answer.bytes)
    return new Response(body, { status: answer.status, headers: answer.headers })
  }

  return {
    lastFailure: () => failure,
    async fetch(target: string | URL, init: RequestInit = {}): Promise<Response> {
      try {
        return await send(String(target), init)
      } catch (error) {
        if (error instanceof OriginError) failure = error
        throw error
      }
    },
  }
}
