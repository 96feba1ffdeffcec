import { ApiProblem } from '../api/api-problem.ts'

/** Message for a refused password or federated proof (portal.md §8). */
export function identityMessage(error: Error): string {
  if (!(error instanceof ApiProblem)) throw error
  // A rate limit says nothing about the password, so the server's message is shown (rulings §4).
  if (error.code === 'too-many-requests') return error.httpMessage
  return error.code === 'password-invalid' ? 'Senha inválida' : 'Erro ao validar senha'
}
