import type { ApiProblem } from '../api/api-problem.ts'
import { showRefusal } from '../form/show-refusal.ts'
import { createModalStore } from '../ui/modal-store.ts'

/** Open while `FactorOffer` offers to sign in again. */
export const openFactorOffer = createModalStore<true>()

/** Shows a refused write of the own account. If it needs an own factor, offers to sign in again (decision 96). */
export function showAccountRefusal(problem: ApiProblem): void {
  if (problem.code === 'own-factor-required') openFactorOffer.set(true)
  else showRefusal(problem)
}
