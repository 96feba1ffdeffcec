import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The client closed the connection before its request was handled: there is no address, and no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** Returns an IPv4 address in its own form, also if a socket for both families reports it as an IPv6 address. */
export const unmapped = (address: string): string => address.replace(mapped, '')

/**
 * Returns the client's IP as reported by trusted proxies (`TRUST_PROXY`), or the address of the connection if they report an
 * invalid one. The zone (`fe80::1%eth0`) is removed, since it may have any length. Throws `ClientGone` for a closed
 * connection.
 */
export function clientAddress(request: FastifyRequest): string {
  const { remoteAddress } = request.socket
  if (remoteAddress === undefined) throw new ClientGone()
  const told = unmapped(request.ip)
  if (isIP(told) !== 0 && !told.includes('%')) return told
  return unmapped(remoteAddress)
}
