import { isIP } from 'node:net'
import type { buildConnector } from 'undici'
import { loadOnce } from '../load-once.ts'
import { type AddressGuard, stripBrackets } from './address-guard.ts'

/**
 * Returns a function that loads undici with an agent that connects only to addresses that the guard accepts. Each
 * connection resolves the name once and connects to a checked address, which defeats DNS rebinding; the connected socket's
 * address is checked again before anything is sent.
 */
export function createGuardedAgent({
  guard,
  connectTimeoutMs,
  isKeptAlive,
}: {
  guard: AddressGuard
  connectTimeoutMs: number
  /** False: every request resolves and checks the name again. */
  isKeptAlive: boolean
}) {
  // undici is loaded by the first request: many servers never make one.
  return loadOnce(async () => {
    const { Agent, buildConnector, fetch, request } = await import('undici')
    const connect = buildConnector({ timeout: connectTimeoutMs, autoSelectFamily: false })
    const agent = new Agent({
      pipelining: isKeptAlive ? 1 : 0,
      connect(options, callback) {
        const { hostname, port, protocol } = options
        guard.addressesFor(hostname, port, protocol).then(
          (addresses) => connectToFirst(guard, connect, options, addresses, callback),
          (error: Error) => callback(error, null),
        )
      },
    })
    return { fetch, request, agent }
  })
}

/** Fails if the guard rejects the URL, or with `httpsOnly` if it uses http and is not on the guard's allow list. */
export async function requireAcceptedUrl(
  guard: AddressGuard,
  url: string,
  { httpsOnly }: { httpsOnly: boolean },
): Promise<void> {
  const problem = (await guard.validateUrl(url)) ?? (httpsOnly ? httpsProblem(guard, new URL(url)) : undefined)
  if (problem) throw new Error(`The address ${problem}`)
}

/** Returns the reason to reject an http URL, worded to follow a field name. */
export function httpsProblem(guard: AddressGuard, { protocol, hostname, port }: URL): string | undefined {
  return protocol === 'https:' || guard.isAllowed(hostname, port, protocol) ? undefined : 'must use https'
}

/** Tries the checked addresses one after the other. */
function connectToFirst(
  guard: AddressGuard,
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
    if (error)
      return others.length > 0 ? connectToFirst(guard, connect, options, others, callback) : callback(...result)
    const isAccepted = guard.accepts(options.hostname, options.port, options.protocol)
    if (isAccepted(socket.remoteAddress ?? '')) return callback(...result)
    socket.destroy()
    callback(new Error(`${options.hostname} is not a public address`), null)
  })
}
