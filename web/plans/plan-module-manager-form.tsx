import { useSearch } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { PlanModuleCreate } from './plan-module-create.tsx'
import { PlanModuleUpdate } from './plan-module-update.tsx'

/** Modules for a plan, or with `moduleId` the update of one (console.md §2). */
export default function PlanModuleManagerForm(): ReactElement {
  const { planId = 0, moduleId } = useSearch({ from: '/plan-module-manager-form' })
  if (moduleId === undefined) return <PlanModuleCreate planId={planId} />
  return <PlanModuleUpdate planId={planId} moduleId={moduleId} />
}
