import type { networkLocks } from '../../contract/network-locks.ts'
import { findNetworkLock, resetNetworkLock, listNetworkLocks } from './network-lock-queries.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { requireFound } from '../pipeline/record.ts'
import { requireAdministrator } from '../scope/scope.ts'
import type { Clock } from '../shared/clock.ts'

/** Networks belong to no company, so only administrators see their locks, whatever a profile grants. */
export function networkLockRoutes({ clock }: { clock: Clock }): Handlers<typeof networkLocks> {
  return {
    async networkLockList({ db, who, query }) {
      requireAdministrator(who)
      return listNetworkLocks(db, query, clock.now())
    },

    async networkUnlock({ db, who, params, audit }) {
      requireAdministrator(who)
      const found = await findNetworkLock(db, params.id, clock.now())
      const { kind, network, failures } = requireFound(found, 'network-lock-not-found')
      await resetNetworkLock(db, params.id)
      audit({ target: `network:${network}`, before: { kind, failures } })
      return {}
    },
  }
}
