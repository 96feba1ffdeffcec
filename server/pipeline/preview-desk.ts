import type { Db } from '../database/database.ts'
import { takeBack } from '../database/take-back.ts'
import { FairQueue } from '../shared/fair-queue.ts'
import type { RequestContext } from './call.ts'
import type { Principal } from './principal.ts'

/** Maximum previews of a process that run at a time, out of its database connections. */
const maxRunning = 2
/** Maximum previews that wait, of all users and of one. */
const maxQueued = 16
const maxQueuedOfUser = 2
/** Maximum wait in milliseconds; a preview is only worth a short one. */
const maxWait = 1000

/** The parts of a call that a preview needs. */
export interface PreviewCall {
  db: Db
  who: Pick<Principal, 'userId'>
  request: Pick<RequestContext, 'isGone'>
}

/** Limits previews, which hold the locks of their write: one at a time per user, and few per process. */
export class PreviewDesk {
  readonly #queue = new FairQueue({ slots: maxRunning, limit: maxQueued, patience: maxWait })

  /** Runs the work in a transaction that is rolled back. Throws `Overloaded` if it is refused or takes too long. */
  run<T>({ db, who, request }: PreviewCall, work: (db: Db) => Promise<T>): Promise<T> {
    const owner = [`user:${who.userId}`]
    const { isGone } = request
    return this.#queue.run({ owner, maxRunning: 1, maxQueued: maxQueuedOfUser, isGone }, () =>
      takeBack(db, isGone, work),
    )
  }
}
