import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInPath, instant } from './fields.ts'

/** What is counted for an account: wrong passwords, wrong one-time codes, wrong secret answers, and messages sent. */
export const lockKinds = ['password', 'code', 'answer', 'message'] as const
export type LockKind = (typeof lockKinds)[number]

const userId = z.strictObject({ userId: idInPath })

const lock = z.object({
  kind: z.enum(lockKinds),
  /** Whether it is the counter of one browser that signed in to the account before; those are counted apart. */
  known_device: z.boolean(),
  failures: z.int(),
  /** So many an hour go unhindered. */
  free: z.int(),
  /** Until when even a right one is refused; null where the next try may come at once. */
  locked_until: instant.nullable(),
  /** When all of it is forgotten by itself. */
  remembered_until: instant,
})

/** Locks of an account: what is remembered of failed tries at it, to be seen and lifted (rulings §4). */
export const locks = {
  userLockList: endpoint({
    method: 'GET',
    path: '/user/{userId}/locks',
    summary: 'What is remembered of failed tries at the account of a user in scope.',
    access: { screen: '/user-edit' },
    audit: 'none',
    params: userId,
    success: z.object({ locks: z.array(lock) }),
    problems: ['user-not-found'],
  }),
  userUnlock: endpoint({
    method: 'DELETE',
    path: '/user/{userId}/locks',
    summary:
      'Forgets the failed tries at the account of a user in scope; those of addresses stay, whoever tried from there.',
    access: { screen: '/user-edit', action: 'unlock' },
    confirm: true,
    audit: 'user.unlock',
    params: userId,
    success: z.object({}),
    problems: ['user-not-found'],
  }),
}
