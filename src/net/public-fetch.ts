import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type HostLookup = (host: string) => Promise<LookupAddress[]>

export interface PublicFetchOptions {
  /** `host:port` pairs that may be reached although they are not public. */
  allow?: readonly string[]
  lookup?: HostLookup
  timeoutMs?: number
}

/**
 * A fetch for addresses that strangers name: it reaches public hosts over https and nothing else. The name is resolved
 * once and the checked address is the one connected to, so an answer that changes in between gains nothing; what the
 * socket ends up connected to is checked again.
 */
export function createPublicFetch(needs: PublicFetchOptions = {}): typeof fetch {
  const { allow = [], timeoutMs = 5000 } = needs
  const lookup = needs.lookup ?? ((host) => systemLookup(host, { all: true }))

  // Loaded with the first address to go to: most servers never do.
  let loading: ReturnType<typeof load> | undefined
  async function load() {
    const { Agent, buildConnector, fetch } = await import('undici')
    const connect = buildConnector({ timeout: timeoutMs })
    const agent = new Agent({
      connections: 4,
      connect(options, callback) {
        const { hostname, port, protocol } = options
        const host = hostname.replace(/^\[|\]$/g, '')
        const isAllowed = allow.includes(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`)
        resolvePublicAddress(host, isAllowed, lookup).then(
          (address) =>
            connect({ ...options, hostname: address, servername: isIP(host) ? '' : host }, (...result) => {
              const [error, socket] = result
              if (error || isAllowed || isPublicUnicast(socket.remoteAddress ?? ''))
                return callback(...result)
              socket.destroy()
              callback(new Error(`${host} is not a public address`), null)
            }),
          (error: Error) => callback(error, null),
        )
      },
    })
    return { fetch, agent }
  }

  return (async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const isAllowed = allow.includes(
      `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`,
    )
    if (url.protocol !== 'https:' && !isAllowed) throw new Error('Only https addresses are fetched')
    if (url.username || url.password) throw new Error('An address with a password is not fetched')
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    loading ??= load()
    const { fetch, agent } = await loading
    return (await fetch(url, {
      ...(init as object),
      redirect: init?.redirect === 'manual' ? 'manual' : 'error',
      signal: AbortSignal.any(signals),
      dispatcher: agent,
    })) as unknown as Response
  }) as typeof fetch
}

/** One address of a host; fails where any of its addresses is not public. */
async function resolvePublicAddress(host: string, isAllowed: boolean, lookup: HostLookup): Promise<string> {
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host)
  const first = addresses[0]
  if (!first) throw new Error(`${host} has no address`)
  if (!isAllowed && !addresses.every(({ address }) => isPublicUnicast(address)))
    throw new Error(`${host} is not a public address`)
  return first.address
}

/** False for loopback, private, link-local, metadata, carrier, multicast, documentation and every mapped form of them. */
export function isPublicUnicast(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast'
}
