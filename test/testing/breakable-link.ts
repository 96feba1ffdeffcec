import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy to a server. A test can cut, silence and restore it. */
export class BreakableLink {
  readonly #to: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  readonly #answering = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #silent = false

  constructor(address: string) {
    const { hostname, port } = new URL(address)
    this.#to = { host: hostname, port: Number(port) }
  }

  /** Returns the loopback port of the proxy, which stays the same after each cut. */
  async open(): Promise<number> {
    this.#silent = false
    this.#server = createServer((near) => {
      const far = connect(this.#to)
      this.#join(near, far)
      this.#join(far, near)
      this.#answering.add(far)
    })
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
    return this.#port
  }

  /** Stops forwarding. Connections stay open, and new ones are accepted. */
  silence(): void {
    this.#silent = true
  }

  /** Forwards requests, but holds back responses until `release`. */
  hold(): void {
    for (const socket of this.#answering) socket.pause()
  }

  release(): void {
    for (const socket of this.#answering) socket.resume()
  }

  /** Closes every connection and refuses new ones until `open`. */
  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.on('data', (chunk) => {
      if (!this.#silent) to.write(chunk)
    })
    // When one side closes its connection, close the other side's too.
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#sockets.delete(from)
      this.#answering.delete(from)
      to.destroy()
    })
  }
}

/** Returns the address with the proxy's host and port. */
export function throughLink(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}
