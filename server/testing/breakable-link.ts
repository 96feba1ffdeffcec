import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that can be cut, or fall silent, and come back, while others reach the server as ever. */
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

  /** The port of loopback that leads there; the same after each cut. */
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

  /** Connections stay open, and new ones are taken, but nothing arrives. */
  silence(): void {
    this.#silent = true
  }

  /** Requests still reach the server, but its responses wait until `release`. */
  hold(): void {
    for (const socket of this.#answering) socket.pause()
  }

  release(): void {
    for (const socket of this.#answering) socket.resume()
  }

  /** Ends every connection and refuses new ones until it is opened again. */
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
    // Whichever side ends, the other hears of it.
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#sockets.delete(from)
      this.#answering.delete(from)
      to.destroy()
    })
  }
}

/** The same address by way of the link. */
export function throughLink(address: string, port: number): string {
  const url = new URL(address)
  url.port = String(port)
  return url.href
}
