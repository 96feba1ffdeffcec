import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { LoosePlanCreate } from './loose-plan-create.tsx'
import { LoosePlanUpdate } from './loose-plan-update.tsx'

/** A new loose plan, or with its `id` and `moduleId` the update of one (console.md §2). */
export default function PlanLooseForm(): ReactElement {
  const { id, moduleId = 0 } = useSearch({ from: '/plan-loose-form' })
  if (id === undefined) return <LoosePlanCreate />
  return <LoosePlanUpdate id={id} moduleId={moduleId} />
}
