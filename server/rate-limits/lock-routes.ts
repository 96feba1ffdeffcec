import type { locks } from '../../contract/locks.ts'
import { resetAccountLocks, readAccountLocks } from './account-locks.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Clock } from '../shared/clock.ts'
import { requireAccount } from '../scope/user-scope.ts'

export function lockRoutes({ clock }: { clock: Clock }): Handlers<typeof locks> {
  return {
    async userLockList({ db, who, params }) {
      const { email } = await requireAccount(db, who, { id: params.userId })
      return { locks: await readAccountLocks(db, email, clock.now()) }
    },

    async userUnlock({ db, who, params, audit }) {
      const { id, email } = await requireAccount(db, who, { id: params.userId })
      const before = await readAccountLocks(db, email, clock.now())
      await resetAccountLocks(db, email)
      audit({
        target: `user:${id}`,
        before: before.map(({ kind, known_device, network, failures }) => ({
          kind,
          known_device,
          network,
          failures,
        })),
      })
      return {}
    },
  }
}
