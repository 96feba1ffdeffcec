import { ApiProblem } from '../api/api-problem.ts'

/** What a person reads when a password or a federated proof isn't taken (portal.md §8). */
export function identityMessage(error: Error): string {
  if (!(error instanceof ApiProblem)) throw error
  // Having to wait says nothing about the password: the server's own sentence says it (rulings §4).
  if (error.code === 'too-many-requests') return error.httpMessage
  return error.code === 'password-invalid' ? 'Senha inválida' : 'Erro ao validar senha'
}
