import { ApiProblem } from '../api/api-problem.ts'

/** Why a new password was refused: a message for its field, or for the whole form. */
export type PasswordProblem = { field: string } | { form: string }

/**
 * Returns the message for a failed password change. `otherwise` is the modal's message for problems without a message
 * of their own (portal.md §8).
 */
export function passwordProblemOf(error: Error, otherwise: string): PasswordProblem {
  if (!(error instanceof ApiProblem)) throw error
  if (error.httpMessage === 'Password was already used') {
    return { field: 'Essa senha já foi utilizada.' }
  }
  if (error.code === 'offline') return { form: error.httpMessage }
  const isAboutPassword = error.code === 'password-guessable' || error.code === 'password-breached'
  return isAboutPassword ? { field: error.httpMessage } : { form: otherwise }
}
