import { isIPv6 } from 'node:net'

/**
 * Returns the network of an address for rate limits: an IPv4 address itself, or the /64 of an IPv6 address. A client
 * can usually use all 2^64 addresses of its /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  return `${shortest(`${groupsOf(address).slice(0, 4).join(':')}::`)}/64`
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = shortest(address).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array<string>(gap).fill('0'), ...last]
}

/**
 * Returns the larger and the smaller network of an address. For IPv6 these are the /48 and the /64, since a provider
 * often assigns a whole /48 to a customer. For IPv4 these are the /24 and the address itself.
 */
export function networksOf(address: string): readonly [string, string] {
  const smaller = networkOf(address)
  if (!isIPv6(address)) return [`${address.split('.').slice(0, 3).join('.')}.0/24`, smaller]
  const groups = groupsOf(address)
  return [`${shortest(`${groups.slice(0, 3).join(':')}::`)}/48`, smaller]
}

/**
 * Returns the canonical form of an IPv6 address (RFC 5952): lower case, no leading zeros, longest run of zeros
 * compressed.
 */
function shortest(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
