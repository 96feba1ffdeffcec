import { connect } from 'node:net'
import { callbackify } from 'node:util'
import pg from 'pg'
import { hostAddresses, targetRoleOf } from '../shared/database-address.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { HostFinder, isUsable, roleOf } from './host-finder.ts'

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Code of a request to cancel, instead of a protocol version. */
const cancelRequest = 80_877_102
/** Maximum time in milliseconds to connect and to send a request to cancel. */
const cancelTimeout = 2000

/** Finders by address, so that all connections of an address share what is known about its hosts. */
const finders = new Map<string, HostFinder>()

/** Returns the finder of an address; undefined if its only host may have any role. */
function finderOf(address: string): HostFinder | undefined {
  const target = targetRoleOf(address)
  if (target === undefined) return undefined
  const finder = finders.get(address) ?? new HostFinder(address, target)
  finders.set(address, finder)
  return finder
}

/** Returns the user of an address with one or several hosts. */
export function userOf(address: string): string | undefined {
  return new DatabaseClient({ connectionString: address }).user
}

/**
 * A connection to PostgreSQL. If the address asks for a role or has several hosts, `connect` connects to a host with
 * that role, since the driver does not look for one. A connection to a host that no longer has the role fails, and the
 * next one searches again.
 */
export class DatabaseClient extends pg.Client {
  readonly #finder: HostFinder | undefined

  constructor(options: pg.ClientConfig = {}) {
    const { connectionString: address = '' } = options
    super({ ...options, connectionString: hostAddresses(address)[0] })
    this.#finder = finderOf(address)
    // Pending statements reject by themselves; without a listener the event would end the process.
    this.on('error', () => undefined)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | void {
    // The callback receives an error or a client. The driver declares these calls as two types of callbacks.
    const done = callback as ((error: Error | null, client?: pg.Client) => void) | undefined
    const finder = this.#finder
    if (!finder) return done ? super.connect(done) : super.connect()
    if (!done) return this.#connectToFound(finder)
    callbackify(() => this.#connectToFound(finder))(done)
  }

  /**
   * Asks the server to cancel the running statement, on a connection of its own as the protocol requires. Without it, a
   * commit that waits for a synchronous standby would keep its connection to the server, and its locks, although this
   * side has closed it: the server's `statement_timeout` does not apply to commits.
   */
  cancelStatement(): void {
    // The driver sets both when it connects; its type does not have them.
    const { processID, secretKey } = this as { processID?: unknown; secretKey?: unknown }
    if (typeof processID !== 'number' || typeof secretKey !== 'number') return
    const request = Buffer.alloc(16)
    request.writeInt32BE(request.length, 0)
    request.writeInt32BE(cancelRequest, 4)
    request.writeInt32BE(processID, 8)
    request.writeInt32BE(secretKey, 12)
    const { host, port } = this
    const socket = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect({ host, port })
    // Nothing can be done if the server is unreachable. It then has no connections either, or will end them.
    socket.on('error', () => socket.destroy())
    socket.setTimeout(cancelTimeout, () => socket.destroy())
    socket.end(request)
  }

  async #connectToFound(finder: HostFinder): Promise<pg.Client> {
    const address = await finder.find()
    const { hostname, port } = new URL(address)
    this.host = decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1'))
    this.port = Number(port || '5432')
    try {
      await super.connect()
      const role = await roleOf(this)
      if (role !== finder.target) finder.forget(address)
      if (!isUsable(role, finder.target))
        throw new DatabaseUnavailable(new Error(`${hostname} is a ${role}`))
      return this
    } catch (error) {
      finder.forget(address)
      // Ends a connection to a host with another role; a failed connection has ended already.
      this.end().catch(() => undefined)
      throw error
    }
  }
}
