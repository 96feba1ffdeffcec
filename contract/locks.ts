import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInPath, instant } from './fields.ts'

/**
 * Kinds of rate limits of an account, by what they count: wrong passwords, wrong one-time codes, wrong secret answers,
 * codes sent, recovery mails sent.
 */
export const lockKinds = ['password', 'code', 'answer', 'message', 'recovery'] as const
export type LockKind = (typeof lockKinds)[number]

/** Labels of the kinds of rate limits. */
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
  /**
   * True for the counter of a browser that has signed in to the account before. Each such browser has its own counter.
   */
  known_device: z.boolean(),
  /**
   * Network of the attempts: `192.0.2.7` or `2001:db8:0:7::/64`. For a network's share of the account's budget
   * (decision 63), the larger network: `192.0.2.0/24` or `2001:db8::/48`. Null for the counter of all networks and for
   * a known browser.
   */
  network: z.string().nullable(),
  /** Number of failures; for the account's budget, only those that have not expired yet. */
  failures: z.int(),
  /**
   * Number of failures per hour that cause no delay. If the counter is the account's budget, the number of guesses up
   * to which a new network is admitted. If it is a network's share of the budget, the number of guesses up to which
   * this network is admitted.
   */
  free: z.int(),
  /**
   * End of the lock, until which every attempt is refused, even with the right password; null if there is no delay
   * now.
   */
  locked_until: instant.nullable(),
  /** When the counter expires. */
  remembered_until: instant,
})

/** Rate limits of an account: counters of failed attempts, which an administrator can see and reset (rulings §4). */
export const locks = {
  userLockList: endpoint({
    method: 'GET',
    path: '/user/{userId}/locks',
    summary: 'The rate limit counters of the account of a user in scope.',
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
      'Resets the rate limit counters of the account of a user in scope; those of networks do not change.',
    access: { screen: '/user-edit', action: 'unlock' },
    confirm: true,
    audit: {
      event: 'user.unlock',
      title: 'Liberação de acesso de usuário',
      past: 'Espera da conta retirada',
    },
    params: userId,
    success: z.object({}),
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
}
