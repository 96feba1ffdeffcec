import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Thrown if the client closed the connection before its request was handled. The address is then unknown, and no
 * response can be sent.
 */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** Returns an IPv4 address in its usual form. A socket for both families reports it as an IPv6 address. */
export const unmapped = (address: string): string => address.replace(mapped, '')

/**
 * Returns the client's IP address, as reported by trusted proxies (`TRUST_PROXY`). If they report an invalid one,
 * returns the address of the connection. Removes the zone (`fe80::1%eth0`), which may have any length. Throws
 * `ClientGone` for a closed connection.
 */
export function clientAddress(request: FastifyRequest): string {
  const { remoteAddress } = request.socket
  if (remoteAddress === undefined) throw new ClientGone()
  const told = unmapped(request.ip)
  if (isIP(told) !== 0 && !told.includes('%')) return told
  return unmapped(remoteAddress)
}
