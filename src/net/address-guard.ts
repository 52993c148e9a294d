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
  allowSetting = 'CALLBACK_ALLOW',
  acceptsAllowed,
  resolve = resolveWithSystem,
  resolveTimeoutMs = 3000,
}: {
  /** `host:port` pairs that are allowed although they are not public. */
  allow?: readonly string[]
  /** The setting that lists them. */
  allowSetting?: string
  /** Accepts an address of an allowed host; absent: every address. */
  acceptsAllowed?: (address: string) => boolean
  resolve?: ResolveHost
  resolveTimeoutMs?: number
} = {}) {
  const allowed = new Set(allow.map((entry) => parseAllowEntry(entry, allowSetting)))
  const isAllowed = (hostname: string, port: string, protocol: string) =>
    allowed.has(`${stripBrackets(hostname)}:${port || (protocol === 'https:' ? '443' : '80')}`)

  const accepts = (hostname: string, port: string, protocol: string) =>
    isAllowed(hostname, port, protocol) ? (acceptsAllowed ?? (() => true)) : isPublicAddress

  return {
    isAllowed,
    /** Returns the check of the addresses that a host can have. */
    accepts,

    /** Returns the reason to reject a URL, worded to follow a field name, or undefined if there is none now. */
    async validateUrl(text: string): Promise<string | undefined> {
      if (!URL.canParse(text)) return 'must be an absolute http or https address'
      // The parser normalizes decimal, octal, hexadecimal and shortened IPv4 addresses, and full-width digits.
      const url = new URL(text)
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must be an http or https address'
      if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
      const { hostname, port, protocol } = url
      const isListed = isAllowed(hostname, port, protocol)
      if (isListed && !acceptsAllowed) return undefined
      const isAccepted = accepts(hostname, port, protocol)
      const name = hostname.replace(/\.$/, '')
      const isReserved = reservedNames.some((reserved) => name === reserved || name.endsWith(`.${reserved}`))
      if (isReserved && !isListed) return notPublicMessage
      const literal = ipLiteral(hostname)
      if (literal !== undefined) return isAccepted(literal) ? undefined : notPublicMessage
      // A name without an address can get one later; the check at connection time covers that.
      const addresses = await withTimeout(resolve(hostname), resolveTimeoutMs).catch(() => [])
      return addresses.every((address) => isAccepted(address)) ? undefined : notPublicMessage
    },

    /** Returns the addresses to connect to; rejects if any of them is not public, since the client can pick any. */
    async addressesFor(hostname: string, port: string, protocol: string): Promise<string[]> {
      const literal = ipLiteral(hostname)
      const addresses = literal === undefined ? await resolve(hostname) : [literal]
      if (addresses.length === 0) throw new Error(`${hostname} has no address`)
      if (!addresses.every(accepts(hostname, port, protocol))) throw new Error(`${hostname} is not a public address`)
      return addresses
    },
  }
}

export const notPublicMessage = 'must be a public address: it points into a private or reserved network'

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

const localRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']
/** Metadata services outside of the link-local range: AWS and Google Cloud over IPv6, Alibaba Cloud. */
const metadataAddresses = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200']

/** Returns whether a text is the address of a public host, this machine or a private network, and no metadata service. */
export function isPublicOrLocalAddress(text: string): boolean {
  if (isPublicAddress(text)) return true
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return localRanges.includes(address.range()) && !metadataAddresses.includes(address.toString())
}

/** Returns an entry of the allow list in the form in which hosts are compared. */
function parseAllowEntry(entry: string, setting: string): string {
  const parts = /^([^/?#@\\\s]+):(\d{1,5})$/.exec(entry)
  if (!parts || !URL.canParse(`http://${parts[1]}/`)) {
    throw new Error(`${setting} must list host:port pairs; "${entry}" is not one`)
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
