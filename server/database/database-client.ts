import { callbackify } from 'node:util'
import pg from 'pg'
import { hostAddresses, needsPrimary } from '../shared/database-address.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { PrimaryFinder, roleOf } from './primary-finder.ts'

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Finders by address, so that all connections of an address share what is known about its hosts. */
const finders = new Map<string, PrimaryFinder>()

function finderOf(address: string): PrimaryFinder {
  const finder = finders.get(address) ?? new PrimaryFinder(address)
  finders.set(address, finder)
  return finder
}

/** Returns the user of an address with one or several hosts. */
export function userOf(address: string): string | undefined {
  return new DatabaseClient({ connectionString: address }).user
}

/**
 * A connection to PostgreSQL. If the address has several hosts, `connect` connects to the primary, since the driver
 * accepts only addresses with one host. A connection to a host that is no longer the primary fails, and the next one
 * searches again.
 */
export class DatabaseClient extends pg.Client {
  readonly #finder: PrimaryFinder | undefined

  constructor(options: pg.ClientConfig = {}) {
    const { connectionString: address = '' } = options
    super({ ...options, connectionString: hostAddresses(address)[0] })
    this.#finder = needsPrimary(address) ? finderOf(address) : undefined
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
    if (!done) return this.#connectToPrimary(finder)
    callbackify(() => this.#connectToPrimary(finder))(done)
  }

  async #connectToPrimary(finder: PrimaryFinder): Promise<pg.Client> {
    const address = await finder.find()
    const { hostname, port } = new URL(address)
    this.host = decodeURIComponent(hostname.replace(/^\[(.+)\]$/, '$1'))
    this.port = Number(port || '5432')
    try {
      await super.connect()
      const role = await roleOf(this)
      if (role !== 'primary') finder.forget(address)
      if (role === 'standby') throw new DatabaseUnavailable(new Error(`${hostname} is a standby`))
      return this
    } catch (error) {
      finder.forget(address)
      // Ends a connection to a standby; a failed connection has ended already.
      this.end().catch(() => undefined)
      throw error
    }
  }
}
