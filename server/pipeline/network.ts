import { isIPv6 } from 'node:net'

/**
 * Returns the network of an address for rate limits: the IPv4 address itself, or the /64 of an IPv6 address, since a client
 * usually has all of its 2^64 addresses.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = shortest(address).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(gap).fill('0'), ...last]
  return `${shortest(`${groups.slice(0, 4).join(':')}::`)}/64`
}

/** Canonical form of an IPv6 address (RFC 5952): lower case, no leading zeros, longest run of zeros compressed. */
function shortest(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
