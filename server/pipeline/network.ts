import { isIPv6 } from 'node:net'

/**
 * The network that answers for an address (as `clientAddress` tells it): itself, or the /64 of an IPv6 address, since
 * whoever has one has 2^64 of them.
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

/** As everybody writes it (RFC 5952), and URLs too: lower case, no zeros in front, the longest gap left out. */
function shortest(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
