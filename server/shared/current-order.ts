import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkOrder } from './fair-queue.ts'

const storage = new AsyncLocalStorage<WorkOrder>()

/** Work order for background jobs, and for batches that combine several requests. */
export const sharedOrder: WorkOrder = {
  owner: ['server'],
  trusted: true,
  maxQueued: Infinity,
  isGone: () => false,
}

/** Runs the work under this work order. Its owner is charged for the database connections that the work takes. */
export const runFor = <T>(order: WorkOrder, work: () => T): T => storage.run(order, work)

/** Returns the work order of the current work. */
export const currentOrder = (): WorkOrder => storage.getStore() ?? sharedOrder
