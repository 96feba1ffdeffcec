import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The client closed the connection before its request was handled: there is no address, and no response can be sent. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/**
 * The IP of whoever calls, as trusted proxies tell it (`TRUST_PROXY`). Whatever else they pass on, a client invented: then
 * it is the address of the connection. A zone (`fe80::1%eth0`) may be of any length and says nothing here. Throws
 * `ClientGone` for a closed connection.
 */
export function clientAddress(request: FastifyRequest): string {
  const { remoteAddress } = request.socket
  if (remoteAddress === undefined) throw new ClientGone()
  const told = request.ip.replace(mapped, '')
  if (isIP(told) !== 0 && !told.includes('%')) return told
  return remoteAddress.replace(mapped, '')
}
