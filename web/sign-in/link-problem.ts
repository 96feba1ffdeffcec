import { problems, type ProblemCode } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'

/** Problems after which the same link can be tried again. */
const temporary: readonly string[] = ['too-many-requests', 'offline']

/**
 * Returns what a page shows after its link from a mail was refused, and whether the link no longer works. `invalid` is
 * the problem of a link that is used, expired or damaged. Rethrows errors that are no refusals.
 */
export function linkProblem(
  error: Error,
  invalid: ProblemCode,
): { message: string; ended: boolean } {
  if (!(error instanceof ApiProblem)) throw error
  if (error.code === invalid || error.code === 'invalid-input')
    return { message: problems[invalid].message, ended: true }
  return {
    message: temporary.includes(error.code) ? error.httpMessage : problems.internal.message,
    ended: false,
  }
}
