import type { Refusals } from '../form/show-refusal.ts'

/** Refusals of the form of a new rule. */
export const newRuleRefusals: Refusals<'name' | 'kind' | 'first_id' | 'second_id'> = {
  failure: 'Erro ao salvar a regra',
  fields: {
    'separation-rule-name-in-use': 'name',
    'separation-rule-exists': 'second_id',
  },
}

/** Refusals of the form that changes a rule. */
export const ruleRefusals: Refusals<'name' | 'active'> = {
  failure: 'Erro ao salvar a regra',
  fields: { 'separation-rule-name-in-use': 'name' },
}
