import pg from 'pg'
import { hostAddresses, type TargetRole } from '../shared/database-address.ts'
import { DatabaseUnavailable, reasonOf } from './database-unavailable.ts'

/** Maximum time in milliseconds to connect to a host, and for its response. */
const timeout = 2000

/** Role of a host. A primary can be read-only for a time (write-availability.ts). */
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

/** Whether a host with this role can be used, even if only until a better one is found. */
export const isUsable = (role: HostRole, target: TargetRole): boolean =>
  (role === 'standby') === (target === 'standby')

/**
 * Finds a host with a role among the hosts of an address. After a failover, the next search finds the new primary.
 * Concurrent searches share one.
 */
export class HostFinder {
  readonly target: TargetRole
  readonly #addresses: readonly string[]
  #found: string | undefined
  #search: Promise<string> | undefined

  constructor(address: string, target: TargetRole) {
    this.#addresses = hostAddresses(address)
    this.target = target
  }

  /** Returns the address of the host. Throws DatabaseUnavailable with the state of each host. */
  async find(): Promise<string> {
    if (this.#found !== undefined) return this.#found
    this.#search ??= this.#askAll().finally(() => (this.#search = undefined))
    return this.#search
  }

  /** Must be called if a connection to the address failed or did not lead to a host with exactly this role. */
  forget(address: string): void {
    if (this.#found === address) this.#found = undefined
  }

  /** Asks all hosts at once, because a host that was switched off does not respond until the timeout. */
  async #askAll(): Promise<string> {
    const asked = this.#addresses.map(async (address) => ({ address, role: await ask(address) }))
    const matching = asked.map(async (host) => {
      const { address, role } = await host
      if (role !== this.target) throw new Error(role)
      return address
    })
    try {
      this.#found = await Promise.any(matching)
      return this.#found
    } catch {
      const results = await Promise.allSettled(asked)
      const usable = results.find(
        (result) => result.status === 'fulfilled' && isUsable(result.value.role, this.target),
      )
      if (usable?.status === 'fulfilled') return usable.value.address
      const states = results.map((result, at) => {
        const { host } = new URL(this.#addresses[at] ?? '')
        return `${host}: ${result.status === 'fulfilled' ? result.value.role : reasonOf(result.reason)}`
      })
      throw new DatabaseUnavailable(new Error(`no host is a ${this.target} (${states.join('; ')})`))
    }
  }
}

async function ask(address: string): Promise<HostRole> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'portaria role',
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
