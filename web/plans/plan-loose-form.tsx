import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toLoosePlanList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { LoosePlanCreate } from './loose-plan-create.tsx'
import { LoosePlanUpdate } from './loose-plan-update.tsx'
import { NoNewPlan } from './no-new-plan.tsx'

/** Form that creates a loose plan, or updates the loose plan `id` of the module `moduleId` (console.md §2). */
export default function PlanLooseForm(): ReactElement {
  const { id, moduleId = 0 } = useSearch({ from: '/plan-loose-form' })
  const allows = useAdministratorActions('/plan-loose-form')
  if (id !== undefined) return <LoosePlanUpdate id={id} moduleId={moduleId} />
  if (!allows('create')) return <NoNewPlan title="Plano Avulso" list={toLoosePlanList()} />
  return <LoosePlanCreate />
}
