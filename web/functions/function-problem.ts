import type { ApiProblem } from '../api/api-problem.ts'
import { notify } from '../ui/notify.ts'

/** The fields that say a problem of the server themselves. */
export const functionProblemFields = {
  'function-place-in-use': 'url',
  'function-code-in-use': 'code',
  'function-in-use': 'module_id',
} as const

/** Tells that a function wasn't saved; where that is for a reason no field shows, which (console.md §8). */
export function tellFunctionProblem({ code, httpMessage }: ApiProblem, otherwise: string): void {
  notify.error(code === 'function-of-console' ? httpMessage : otherwise)
}
