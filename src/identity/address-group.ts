import ipaddr from 'ipaddr.js'

/**
 * Returns the part of an IP address that one client controls: an IPv4 address, or the /64 network of an IPv6 address, of
 * which a client has all 2^64 addresses.
 */
export function toAddressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString()
}
