import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is one that anybody on the internet may be reached at. After the IANA special-purpose registries
 * (RFC 6890) and the metadata services of the large hosts; everything that carries another address inside is refused,
 * save the NAT64 form of a public one, through which a machine without IPv4 reaches such hosts.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') return !isInAnyRange(address, blockedV4)
  if (isInAnyRange(address, [nat64])) {
    const inside = ipaddr.fromByteArray(address.toByteArray().slice(12))
    return !isInAnyRange(inside, blockedV4)
  }
  return isInAnyRange(address, [globalUnicast]) && !isInAnyRange(address, blockedV6)
}

type IpAddress = ReturnType<typeof ipaddr.parse>
type IpRange = ReturnType<typeof ipaddr.parseCIDR>

const blockedV4 = parseRanges([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; Alibaba's metadata at 100.100.100.200
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform service, reachable from inside only
  '169.254.0.0/16', // link-local; the metadata service of most hosts
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata at 192.0.0.192
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
])

// Loopback, mapped and compatible IPv4, unique-local (with Amazon's metadata), link- and site-local, multicast and the
// local NAT64 prefix all lie outside of it.
const globalUnicast = parseRange('2000::/3')
const nat64 = parseRange('64:ff9b::/96')

const blockedV6 = parseRanges([
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
])

function parseRanges(list: readonly string[]): IpRange[] {
  return list.map(parseRange)
}

function parseRange(text: string): IpRange {
  return ipaddr.parseCIDR(text)
}

function isInAnyRange(address: IpAddress, list: readonly IpRange[]): boolean {
  return list.some((entry) => entry[0].kind() === address.kind() && address.match(entry))
}
