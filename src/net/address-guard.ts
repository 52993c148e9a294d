import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Every address of a name; rejects where it has none. */
export type ResolveHost = (name: string) => Promise<string[]>

export type AddressGuard = ReturnType<typeof createAddressGuard>

const resolveWithSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map((entry) => entry.address)

/** Names that never belong to the internet (RFC 6761, 6762, 8375, and ICANN's reservation of `internal`). */
const reservedNames = ['localhost', 'local', 'internal', 'home.arpa']

/**
 * Decides which addresses given by others we go to: http and https, public hosts only, whatever the spelling. It is
 * asked when the address is given and again, by guarded-fetch, for each connection.
 */
export function createAddressGuard({
  allow = [],
  resolve = resolveWithSystem,
  resolveTimeoutMs = 3000,
}: {
  /** `host:port` that may be reached although it is not public. */
  allow?: readonly string[]
  resolve?: ResolveHost
  resolveTimeoutMs?: number
} = {}) {
  const allowed = new Set(allow.map(parseAllowEntry))
  const isAllowed = (hostname: string, port: string, protocol: string) =>
    allowed.has(`${stripBrackets(hostname)}:${port || (protocol === 'https:' ? '443' : '80')}`)

  return {
    isAllowed,

    /** What is wrong with an address, in words that follow the field's name; undefined: nothing that can be seen now. */
    async validateUrl(text: string): Promise<string | undefined> {
      if (!URL.canParse(text)) return 'must be an absolute http or https address'
      // The parser turns decimal, octal, hexadecimal and shortened IPv4, and full-width digits, into the usual form.
      const url = new URL(text)
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https address'
      if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
      if (isAllowed(url.hostname, url.port, url.protocol)) return undefined
      const name = url.hostname.replace(/\.$/, '')
      if (reservedNames.some((closed) => name === closed || name.endsWith(`.${closed}`)))
        return notPublicMessage
      const literal = ipLiteral(url.hostname)
      if (literal !== undefined) return isPublicAddress(literal) ? undefined : notPublicMessage
      // A name that has no address now may have one later: whoever connects asks again.
      const addresses = await withTimeout(resolve(url.hostname), resolveTimeoutMs).catch(() => [])
      return addresses.every(isPublicAddress) ? undefined : notPublicMessage
    },

    /** The addresses to connect to; rejects where any of them is not public, since it could be the one that is taken. */
    async addressesFor(hostname: string, port: string, protocol: string): Promise<string[]> {
      const literal = ipLiteral(hostname)
      const addresses = literal === undefined ? await resolve(hostname) : [literal]
      if (addresses.length === 0) throw new Error(`${hostname} has no address`)
      if (!isAllowed(hostname, port, protocol) && !addresses.every(isPublicAddress)) {
        throw new Error(`${hostname} is not a public address`)
      }
      return addresses
    },
  }
}

const notPublicMessage = 'must be a public address: it points into a private or reserved network'

/** An entry of the list in the form in which addresses are compared. */
function parseAllowEntry(entry: string): string {
  const parts = /^([^/?#@\\\s]+):(\d{1,5})$/.exec(entry)
  if (!parts || !URL.canParse(`http://${parts[1]}/`)) {
    throw new Error(`CALLBACK_ALLOW must list host:port pairs; "${entry}" is not one`)
  }
  return `${stripBrackets(new URL(`http://${parts[1]}/`).hostname)}:${Number(parts[2])}`
}

/** The IP address that a host is; undefined for a name. */
function ipLiteral(hostname: string): string | undefined {
  const bare = stripBrackets(hostname)
  return isIP(bare) ? bare : undefined
}

/** URLs write IPv6 addresses in brackets, sockets do not. */
function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), timeoutMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
