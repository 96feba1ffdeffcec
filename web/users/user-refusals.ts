import type { Refusals } from '../form/show-refusal.ts'
import type { UserValues } from './user-values.ts'

/**
 * Error messages for a refused action on a user (console.md §8). Includes the server's reason if the signed-in user can
 * act on it.
 */
export const userRefusals = (failure: string): Refusals<keyof UserValues> => ({
  failure,
  unreadable: 'Erro ao carregar usuário!',
  reasons: [
    'user-not-found',
    'user-not-active',
    'user-not-deleted',
    'user-of-other-companies',
    'account-beyond-own',
    'delegation-grants-nothing',
    'user-already-entered',
    'account-indispensable',
    'user-indispensable',
    'seat-limit-exceeded',
    'company-not-found',
    'too-many-requests',
  ],
  fields: {
    'user-email-in-use': 'email',
    'user-email-fixed': 'email',
    'company-not-found': 'company_id',
    'user-indispensable': 'company_id',
  },
})
