import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

/** A password that meets all rules but has leaked. */
export const leakedPassword = 'Correio-Elegante-1987?'

/** Implements the range protocol of Pwned Passwords for one password. */
export class LeakService {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static async start(): Promise<LeakService> {
    const suffix = hash('sha1', leakedPassword).toUpperCase().slice(5)
    const server = createServer((_, response) => response.end(`${suffix}:37`))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    return new LeakService(server, `http://127.0.0.1:${address.port}/range/`)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
