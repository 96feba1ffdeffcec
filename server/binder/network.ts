import { isIPv6 } from 'node:net'

/**
 * The network that answers for an address: itself, or the /64 of an IPv6 address, since whoever has one has 2^64 of them.
 * What is no IPv6 address comes back as it is; an IPv4 address in an IPv6 one is that IPv4 address (RFC 4291 §2.5.5.2).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  // A URL writes an address in its shortest form, without a zone.
  const shortest = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = shortest.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(gap).fill('0'), ...last]
  return `${groups.slice(0, 4).join(':')}::/64`
}
