import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { SeparationRuleCreate } from './separation-rule-create.tsx'
import { SeparationRuleRecord } from './separation-rule-record.tsx'

/** Form of a new rule, or record of the rule `id` (decision 102). */
export default function SeparationRuleForm(): ReactElement {
  const { id } = useSearch({ from: '/separation-rule-form' })
  return id === undefined ? <SeparationRuleCreate /> : <SeparationRuleRecord id={id} />
}
