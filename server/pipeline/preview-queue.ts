import type { Db } from '../database/database.ts'
import { rollBackWork } from '../database/roll-back-work.ts'
import { FairQueue } from '../shared/fair-queue.ts'
import type { RequestContext } from './call.ts'
import type { Principal } from './principal.ts'

/** Maximum number of running previews of a process. Each one holds a database connection. */
const maxRunning = 2
/** Maximum number of queued previews: of all users together, and of one user. */
const maxQueued = 16
const maxQueuedOfUser = 2
/** Maximum wait in milliseconds. A preview is not worth a longer wait. */
const maxWait = 1000

/** The fields of a call that a preview needs. */
export interface PreviewCall {
  db: Db
  who: Pick<Principal, 'userId'>
  request: Pick<RequestContext, 'isGone'>
}

/** Limits previews, because they hold the locks of their write. A user can run one at a time, and a process few. */
export class PreviewQueue {
  readonly #queue = new FairQueue({
    name: 'previews',
    slots: maxRunning,
    limit: maxQueued,
    patience: maxWait,
  })

  /**
   * Runs the work in a transaction that is rolled back. Throws `Overloaded` if the preview is refused or takes too
   * long.
   */
  run<T>({ db, who, request }: PreviewCall, work: (db: Db) => Promise<T>): Promise<T> {
    const owner = [`user:${who.userId}`]
    const { isGone } = request
    return this.#queue.run({ owner, maxRunning: 1, maxQueued: maxQueuedOfUser, isGone }, () =>
      rollBackWork(db, isGone, work),
    )
  }
}
