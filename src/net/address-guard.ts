import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Returns every address of a host name; rejects if it has none. */
export type ResolveHost = (name: string) => Promise<string[]>

export type AddressGuard = ReturnType<typeof createAddressGuard>

const resolveWithSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map((entry) => entry.address)

/** Names reserved for local networks (RFC 6761, 6762, 8375, and ICANN's reservation of `internal`). */
const reservedNames = ['localhost', 'local', 'internal', 'home.arpa']

/**
 * Protects against server-side request forgery: allows only http and https URLs with a public host. Users of the guard
 * check a URL when they receive it; guarded-fetch checks it again for each connection.
 */
export function createAddressGuard({
  allow = [],
  resolve = resolveWithSystem,
  resolveTimeoutMs = 3000,
}: {
  /** `host:port` pairs that are allowed although they are not public. */
  allow?: readonly string[]
  resolve?: ResolveHost
  resolveTimeoutMs?: number
} = {}) {
  const allowed = new Set(allow.map(parseAllowEntry))
  const isAllowed = (hostname: string, port: string, protocol: string) =>
    allowed.has(`${stripBrackets(hostname)}:${port || (protocol === 'https:' ? '443' : '80')}`)

  return {
    isAllowed,

    /** Returns the reason to reject a URL, worded to follow a field name, or undefined if there is none now. */
    async validateUrl(text: string): Promise<string | undefined> {
      if (!URL.canParse(text)) return 'must be an absolute http or https address'
      // The parser normalizes decimal, octal, hexadecimal and shortened IPv4 addresses, and full-width digits.
      const url = new URL(text)
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https address'
      if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
      if (isAllowed(url.hostname, url.port, url.protocol)) return undefined
      const name = url.hostname.replace(/\.$/, '')
      if (reservedNames.some((reserved) => name === reserved || name.endsWith(`.${reserved}`))) return notPublicMessage
      const literal = ipLiteral(url.hostname)
      if (literal !== undefined) return isPublicAddress(literal) ? undefined : notPublicMessage
      // A name without an address can get one later; the check at connection time covers that.
      const addresses = await withTimeout(resolve(url.hostname), resolveTimeoutMs).catch(() => [])
      return addresses.every(isPublicAddress) ? undefined : notPublicMessage
    },

    /** Returns the addresses to connect to; rejects if any of them is not public, since the client can pick any. */
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

const azurePlatformAddress = '168.63.129.16'
// Compatible IPv4 addresses and unallocated space are outside of it.
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether a text is a public IP address. ipaddr.js classifies addresses by the IANA special-purpose registries
 * (RFC 6890), and so rejects private, link-local and metadata addresses and IPv6 forms that embed an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 ? address.toString() !== azurePlatformAddress : address.match(globalUnicast)
}

/** Returns an entry of the allow list in the form in which hosts are compared. */
function parseAllowEntry(entry: string): string {
  const parts = /^([^/?#@\\\s]+):(\d{1,5})$/.exec(entry)
  if (!parts || !URL.canParse(`http://${parts[1]}/`)) {
    throw new Error(`CALLBACK_ALLOW must list host:port pairs; "${entry}" is not one`)
  }
  return `${stripBrackets(new URL(`http://${parts[1]}/`).hostname)}:${Number(parts[2])}`
}

/** Returns the IP address that a host is written as, or undefined for a name. */
function ipLiteral(hostname: string): string | undefined {
  const bare = stripBrackets(hostname)
  return isIP(bare) ? bare : undefined
}

/** URLs write IPv6 addresses in brackets, sockets do not. */
export function stripBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), timeoutMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
