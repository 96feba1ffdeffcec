import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { PlanCreate } from './plan-create.tsx'
import { PlanRecord } from './plan-record.tsx'

/** Form of a new plan, or record of the plan `id` (console.md §2). */
export default function PlanForm(): ReactElement {
  const { id } = useSearch({ from: '/plan-form' })
  return id === undefined ? <PlanCreate /> : <PlanRecord id={id} />
}
