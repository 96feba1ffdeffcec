import type { Refusals } from '../form/show-refusal.ts'

/**
 * Error messages for a plan, its modules or its companies that could not be changed (console.md §8), with the reason.
 */
export const planRefusals = {
  failure: 'Erro ao atualizar Plano',
  titled: true,
  reasons: [
    'invalid-input',
    'plan-of-console',
    'plan-not-found',
    'plan-module-not-found',
    'loose-plan-not-found',
    'company-not-found',
    'module-not-found',
    'plan-module-exists',
    'loose-plan-exists',
  ],
} as const satisfies Refusals
