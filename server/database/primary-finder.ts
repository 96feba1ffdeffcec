import pg from 'pg'
import { hostAddresses } from '../shared/database-address.ts'
import { DatabaseUnavailable, reasonOf } from './database-unavailable.ts'

/** Maximum time in milliseconds to connect to a host, and for its response. */
const timeout = 2000

/** Role of a host: a standby cannot be used; a primary can be read-only for a time (write-availability.ts). */
export type HostRole = 'primary' | 'read-only primary' | 'standby'

/** Returns the role of the host of an open connection. */
export async function roleOf(client: pg.Client): Promise<HostRole> {
  const { rows } = await client.query<{ standby: boolean; read_only: boolean }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only`,
  )
  const [row] = rows
  if (!row || row.standby) return 'standby'
  return row.read_only ? 'read-only primary' : 'primary'
}

/**
 * Finds the primary among the hosts of an address. After a failover, the next search finds the new one. Concurrent
 * searches share one.
 */
export class PrimaryFinder {
  readonly #addresses: readonly string[]
  #found: string | undefined
  #search: Promise<string> | undefined

  constructor(address: string) {
    this.#addresses = hostAddresses(address)
  }

  /** Returns the address of the primary. Throws DatabaseUnavailable with the state of each host. */
  async find(): Promise<string> {
    if (this.#found !== undefined) return this.#found
    this.#search ??= this.#askAll().finally(() => (this.#search = undefined))
    return this.#search
  }

  /** Must be called if a connection to the address failed or did not lead to a primary that takes writes. */
  forget(address: string): void {
    if (this.#found === address) this.#found = undefined
  }

  /** Asks all hosts at once, because a host that was switched off does not respond until the timeout. */
  async #askAll(): Promise<string> {
    const asked = this.#addresses.map(async (address) => ({ address, role: await ask(address) }))
    const primaries = asked.map(async (host) => {
      const { address, role } = await host
      if (role !== 'primary') throw new Error(role)
      return address
    })
    try {
      this.#found = await Promise.any(primaries)
      return this.#found
    } catch {
      const results = await Promise.allSettled(asked)
      const readOnly = results.find(
        (result) => result.status === 'fulfilled' && result.value.role === 'read-only primary',
      )
      if (readOnly?.status === 'fulfilled') return readOnly.value.address
      const states = results.map((result, at) => {
        const { host } = new URL(this.#addresses[at] ?? '')
        return `${host}: ${result.status === 'fulfilled' ? result.value.role : reasonOf(result.reason)}`
      })
      throw new DatabaseUnavailable(new Error(`no host is a primary (${states.join('; ')})`))
    }
  }
}

async function ask(address: string): Promise<HostRole> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'portaria primary',
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  // Ignored, because the pending call rejects with the same error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await roleOf(client)
  } finally {
    client.end().catch(() => undefined)
  }
}
