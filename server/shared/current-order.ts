import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkOrder } from './fair-queue.ts'

const storage = new AsyncLocalStorage<WorkOrder>()

/** Order of work that belongs to no single request: background jobs, and batches of several requests. */
export const sharedOrder: WorkOrder = {
  owner: ['server'],
  trusted: true,
  maxQueued: Infinity,
  isGone: () => false,
}

/** Runs the work under this order. Its owner is charged for the database connections that the work takes. */
export const runFor = <T>(order: WorkOrder, work: () => T): T => storage.run(order, work)

/** Returns the order of the current work. */
export const currentOrder = (): WorkOrder => storage.getStore() ?? sharedOrder
