import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { toPlanModules } from '../paths.ts'
import { useAdministratorActions } from '../session-state/use-allowed-actions.ts'
import { NoNewPlan } from './no-new-plan.tsx'
import { PlanModuleCreate } from './plan-module-create.tsx'
import { PlanModuleUpdate } from './plan-module-update.tsx'

/** Form that adds modules to a plan, or updates the module `moduleId` (console.md §2). */
export default function PlanModuleManagerForm(): ReactElement {
  const { planId = 0, moduleId } = useSearch({ from: '/plan-module-manager-form' })
  const allows = useAdministratorActions('/plan-module-manager-form')
  if (moduleId !== undefined) return <PlanModuleUpdate planId={planId} moduleId={moduleId} />
  if (!allows('create')) return <NoNewPlan title="Módulo do plano" list={toPlanModules(planId)} />
  return <PlanModuleCreate planId={planId} />
}
