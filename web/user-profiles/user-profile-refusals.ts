import type { ApiProblem } from '../api/api-problem.ts'
import type { Refusals } from '../form/show-refusal.ts'

const takingFailed = 'Erro ao atualizar pefis!'

/** Error messages for a refused save of user-profiles (console.md §8), with the reason if the user can act on it. */
export function userProfileRefusals(code: ApiProblem['code'], gives: boolean): Refusals {
  return {
    failure:
      gives && code !== 'administrator-indispensable'
        ? 'Erro inesperado, se o erro persistir contate o administrador do sistema.'
        : takingFailed,
    errors: ['seat-limit-exceeded'],
    reasons: [
      'administrator-indispensable',
      'profile-beyond-own',
      'profile-takes-no-period',
      'profile-deleted',
      'profile-not-found',
      'company-not-found',
      'spid-not-found',
      'user-is-oneself',
      'user-not-active',
    ],
  }
}
