import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import type { Refusals } from '../form/show-refusal.ts'
import { statusLabel } from '../ui/status-select.tsx'
import { planRefusals } from './plan-refusals.ts'

export type Plan = SuccessOf<Api['planGet']>

/** Form values of a plan. */
export const planValues = (plan: Plan | undefined) => ({
  name: plan?.name ?? '',
  active: plan?.active ?? true,
})

/** Labels of the form fields. */
export const planLabels = { name: 'Nome', active: statusLabel }

/** Messages for refused saves (console.md §8). */
export const planFormRefusals: Refusals<'name' | 'active'> = {
  ...planRefusals,
  errors: ['plan-name-in-use'],
  warnings: ['plan-name-taken'],
  fields: {
    'plan-name-in-use': 'name',
    'plan-name-taken': 'name',
    'plan-of-console': 'active',
  },
}
