import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { countPasskeysOfOtherHosts } from './passkey-queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/**
 * Logs a warning if PUBLIC_URL has an IP address, for which browsers create no passkeys, or another host than existing
 * passkeys, which browsers then no longer offer.
 */
export async function warnOfHost(
  db: Db,
  config: Pick<Config, 'publicUrl' | 'brand'>,
  log: Logger,
): Promise<void> {
  const { id: host } = relyingPartyOf(config)
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0)
    log.warn({ host }, 'PUBLIC_URL has an IP address: passkeys need a host name')
  const other = await countPasskeysOfOtherHosts(db, host)
  if (other)
    log.warn(
      { host, passkeys: other.count },
      `passkeys were created for ${other.rp_id}: browsers do not offer them on another host of PUBLIC_URL`,
    )
}
