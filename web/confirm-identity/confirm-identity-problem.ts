import { ApiProblem } from '../api/api-problem.ts'

/** Message for a refused password or federated proof (portal.md §8). */
export function identityMessage(error: Error): string {
  if (!(error instanceof ApiProblem)) throw error
  // Being rate-limited does not mean that the password is wrong, so the server's message is shown (rulings §4).
  if (error.code === 'too-many-requests' || error.code === 'offline') return error.httpMessage
  return error.code === 'password-invalid' ? 'Senha inválida' : 'Erro ao validar senha'
}
