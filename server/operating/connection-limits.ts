import { readFileSync } from 'node:fs'
import { BlockList, isIPv6, type Server, type Socket } from 'node:net'
import type { Config } from '../config.ts'
import { unmapped } from '../pipeline/client-address.ts'
import { delayAfterFlood, idleSince, networkOfSocket } from './pipelining.ts'

/** Number of file descriptors that are reserved for the database, files and child processes. */
const otherDescriptors = 128
/** Maximum number of open connections, even if there are more descriptors. */
const maxConnections = 10_000
/** Maximum number of open connections of a network, such as an office with hundreds of users. */
const maxOfNetwork = 1024

export interface ConnectionLimits {
  inAll: number
  ofNetwork: number
}

/** Returns the limits for a number of file descriptors. One network gets at most half of the connections. */
export function limitsFor(descriptors: number): ConnectionLimits {
  const inAll = Math.max(16, Math.min(maxConnections, descriptors - otherDescriptors))
  return { inAll, ofNetwork: Math.min(maxOfNetwork, Math.floor(inAll / 2)) }
}

/** Returns the soft limit of file descriptors of this process (Linux), or Infinity if it is unknown. */
export function readDescriptorLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}

/**
 * Limits the open connections of each network, and in total. If a network is at its limit, its longest idle connection
 * is closed for the new one. At the total limit, this is the longest idle connection of the largest network with an
 * idle one. If none is idle there, the newest connection of the largest network is closed, unless the new connection's
 * network has nearly as many. If no other connection is closed, the new one is. `exempt` are proxies: each has one
 * address for many clients and limits their connections itself.
 */
export function limitConnections(
  server: Server,
  { inAll, ofNetwork }: ConnectionLimits,
  exempt: (address: string) => boolean,
): void {
  const open = new OpenConnections()
  const makeRoom = (network: string): boolean =>
    open.bySize().some((largest) => open.closeIdle(largest)) || open.displaceFor(network)
  server.on('connection', (socket: Socket) => {
    const network = networkOfSocket(socket)
    const isProxy = exempt(unmapped(socket.remoteAddress ?? ''))
    if (!isProxy) delayAfterFlood(socket)
    const fits =
      (isProxy || open.countOf(network) < ofNetwork || open.closeIdle(network)) &&
      (open.size < inAll || makeRoom(network))
    if (fits) open.add(network, socket)
    else socket.destroy()
  })
}

/**
 * Returns a predicate that is true for the addresses of trusted proxies. If `trustProxy` is a number of hops, every
 * nearest peer counts as one.
 */
export function trustedProxies({ trustProxy }: Config): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false
  const proxies = new BlockList()
  for (const network of trustProxy) {
    const [address = '', length] = network.split('/')
    const family = familyOf(address)
    if (length === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(length), family)
  }
  return (address) => proxies.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Open connections by network, with the time when each was opened (`performance.now()`). */
class OpenConnections {
  readonly #byNetwork = new Map<string, Map<Socket, number>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  countOf(network: string): number {
    return this.#byNetwork.get(network)?.size ?? 0
  }

  add(network: string, socket: Socket): void {
    const sockets = this.#byNetwork.get(network) ?? new Map<Socket, number>()
    this.#byNetwork.set(network, sockets.set(socket, performance.now()))
    this.#size += 1
    socket.once('close', () => this.#remove(network, socket))
  }

  /** Returns the networks in descending order of open connections. */
  bySize(): string[] {
    return [...this.#byNetwork.keys()].toSorted((a, b) => this.countOf(b) - this.countOf(a))
  }

  /** Closes the connection of the network that has been idle for longest. Returns false if none is idle. */
  closeIdle(network: string): boolean {
    let [longest, since]: [Socket | undefined, number] = [undefined, Infinity]
    for (const [socket, opened] of this.#byNetwork.get(network) ?? []) {
      const idle = Math.max(opened, idleSince(socket))
      if (idle < since) [longest, since] = [socket, idle]
    }
    return this.#close(network, longest)
  }

  /**
   * Closes the newest connection of the largest network. Returns false if that network has at most one connection more
   * than this one.
   */
  displaceFor(network: string): boolean {
    const [largest = ''] = this.bySize()
    if (this.countOf(largest) <= this.countOf(network) + 1) return false
    return this.#close(largest, [...(this.#byNetwork.get(largest)?.keys() ?? [])].at(-1))
  }

  #close(network: string, socket: Socket | undefined): boolean {
    if (!socket) return false
    socket.destroy()
    this.#remove(network, socket)
    return true
  }

  /** Does nothing if the connection was removed before. */
  #remove(network: string, socket: Socket): void {
    const sockets = this.#byNetwork.get(network)
    if (!sockets?.delete(socket)) return
    this.#size -= 1
    if (sockets.size === 0) this.#byNetwork.delete(network)
  }
}
