import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toLoosePlanList } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { LoosePlanCreate } from './loose-plan-create.tsx'
import { LoosePlanMore } from './loose-plan-more.tsx'
import { LoosePlanUpdate } from './loose-plan-update.tsx'
import { NoNewPlan } from './no-new-plan.tsx'

/**
 * Form that creates a loose plan, or updates the loose plan `id` of the module `moduleId` (console.md §2). With `add`
 * the number of seats is already filled in.
 */
export default function PlanLooseForm(): ReactElement {
  const { id, moduleId = 0, companyId = 0, add } = useSearch({ from: '/plan-loose-form' })
  const allows = useAdministratorActions('/plan-loose-form')
  if (id !== undefined) return <LoosePlanUpdate id={id} moduleId={moduleId} add={add} />
  if (!allows('create')) return <NoNewPlan title="Plano Avulso" list={toLoosePlanList()} />
  if (add !== undefined && companyId > 0 && moduleId > 0)
    return <LoosePlanMore companyId={companyId} moduleId={moduleId} add={add} />
  return <LoosePlanCreate />
}
