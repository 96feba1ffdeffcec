import type { locks } from '../../contract/locks.ts'
import { forgetAccountLocks, readAccountLocks } from '../attempts/account-locks.ts'
import type { Principal } from '../binder/principal.ts'
import type { Handlers } from '../binder/call.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { requireFound } from '../binder/record.ts'
import { findUserInScopeById } from '../scope/user-scope.ts'

export function lockRoutes({ clock }: { clock: Clock }): Handlers<typeof locks> {
  return {
    async userLockList({ db, who, params }) {
      const { email } = await requireUser(db, who, params.userId)
      return { locks: await readAccountLocks(db, email, clock.now()) }
    },

    async userUnlock({ db, who, params, audit }) {
      const { id, email } = await requireUser(db, who, params.userId)
      const before = await readAccountLocks(db, email, clock.now())
      await forgetAccountLocks(db, email)
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

async function requireUser(db: Db, who: Principal, id: number) {
  return requireFound(await findUserInScopeById(db, who, id), 'user-not-found')
}
