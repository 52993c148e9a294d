import ipaddr from 'ipaddr.js'

/**
 * Returns the network that limits of unauthenticated clients count by: an IPv4 address itself, and the /64 of an IPv6
 * address, since a single host can use every address of its /64.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
