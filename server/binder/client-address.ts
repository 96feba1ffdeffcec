import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const mapped = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/**
 * The IP of whoever calls, as trusted proxies tell it (`TRUST_PROXY`). Whatever else they pass on, a client invented: then
 * it is the address of the connection. A zone (`fe80::1%eth0`) may be of any length and says nothing here.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  const told = ip.replace(mapped, '')
  if (isIP(told) !== 0 && !told.includes('%')) return told
  return (socket.remoteAddress ?? '').replace(mapped, '')
}
