import { ApiProblem } from '../api/api-problem.ts'

/** Why a new password was refused: told at its field, or for the whole form. */
export type PasswordProblem = { field: string } | { form: string }

/** What a person reads when a password can't be set; `otherwise` is what the modal says of anything else (portal.md §8). */
export function passwordProblemOf(error: Error, otherwise: string): PasswordProblem {
  if (!(error instanceof ApiProblem)) throw error
  if (error.httpMessage === 'Password was already used') {
    return { field: 'Essa senha já foi utilizada.' }
  }
  const ofThePassword = error.code === 'password-guessable' || error.code === 'password-breached'
  return ofThePassword ? { field: error.httpMessage } : { form: otherwise }
}
