import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Parameters of a startup message that pgbouncer accepts by default. */
const acceptedParameters = new Set(
  'user database application_name client_encoding datestyle timezone standard_conforming_strings'.split(
    ' ',
  ),
)

/**
 * A TCP proxy to PostgreSQL with the two properties of pgbouncer that matter here: it refuses startup parameters that it
 * does not know, and in transaction mode no notification reaches a client.
 */
export class FakePooler {
  /** Whether notifications reach clients, as in session mode. */
  keepsSessions = true
  readonly #to: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(address: string) {
    const { hostname, port } = new URL(address)
    this.#to = { host: hostname, port: Number(port) }
  }

  /** Returns the loopback port of the proxy. */
  async open(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.#to)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
      }
      near.once('data', (startup: Buffer) => {
        const refused = parametersOf(startup).find((name) => !acceptedParameters.has(name))
        if (refused !== undefined) {
          near.end(errorMessage(`unsupported startup parameter: ${refused}`))
          return
        }
        far.write(startup)
        near.on('data', (chunk: Buffer) => far.write(chunk))
      })
      let rest: Buffer = Buffer.alloc(0)
      far.on('data', (chunk: Buffer) => {
        const { messages, incomplete } = split(Buffer.concat([rest, chunk]))
        rest = incomplete
        for (const message of messages)
          if (this.keepsSessions || message[0] !== notification) near.write(message)
      })
    })
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

/** First byte of a NotificationResponse. */
const notification = 'A'.charCodeAt(0)

/** Splits the server's output into messages: a byte for the kind, and a length that includes itself. */
function split(bytes: Buffer): { messages: Buffer[]; incomplete: Buffer } {
  const messages: Buffer[] = []
  let at = 0
  while (bytes.length - at >= 5) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (end > bytes.length) break
    messages.push(bytes.subarray(at, end))
    at = end
  }
  return { messages, incomplete: bytes.subarray(at) }
}

/** Returns the names of the parameters of a startup message. They follow its length and protocol version, 4 bytes each. */
function parametersOf(startup: Buffer): string[] {
  const words = startup.toString('utf8', 8).split('\0')
  return words.filter((word, at) => at % 2 === 0 && word !== '').map((name) => name.toLowerCase())
}

function errorMessage(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
