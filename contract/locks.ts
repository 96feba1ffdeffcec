import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInPath, instant } from './fields.ts'

/** What counts against an account: wrong passwords, wrong one-time codes, secret answers, codes sent, recoveries mailed. */
export const lockKinds = ['password', 'code', 'answer', 'message', 'recovery'] as const
export type LockKind = (typeof lockKinds)[number]

/** What people read for it. */
export const lockKindNames: Readonly<Record<LockKind, string>> = {
  password: 'Senhas erradas',
  code: 'Códigos errados',
  answer: 'Respostas secretas erradas',
  message: 'Códigos enviados',
  recovery: 'Recuperações de senha',
}

const userId = z.strictObject({ userId: idInPath })

const lock = z.object({
  kind: z.enum(lockKinds),
  /** True for the counter of one browser that signed in to the account before: such browsers are counted apart. */
  known_device: z.boolean(),
  /** The network from which was tried, `192.0.2.7` or `2001:db8:0:7::/64`; null for all of them, and in a known browser. */
  network: z.string().nullable(),
  failures: z.int(),
  /** How many failures an hour cause no waiting. */
  free: z.int(),
  /** Until then every try is refused, even a right password; null where the next try need not wait. */
  locked_until: instant.nullable(),
  /** When the counter goes back to nothing by itself. */
  remembered_until: instant,
})

/** Locks of an account: the counters of its failed tries, which an administrator sees and lifts (rulings §4). */
export const locks = {
  userLockList: endpoint({
    method: 'GET',
    path: '/user/{userId}/locks',
    summary: 'What is remembered of failed tries at the account of a user in scope.',
    access: { screen: '/user-edit' },
    audit: 'none',
    params: userId,
    success: z.object({ locks: z.array(lock) }),
    problems: ['user-not-found', 'user-of-other-companies'],
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
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
}
