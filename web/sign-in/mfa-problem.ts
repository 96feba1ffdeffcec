import { problems } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'

export interface MfaProblem {
  message: string
  /** Whether the sign-in has to be begun again. */
  closes: boolean
}

const known: Partial<Record<ApiProblem['code'], MfaProblem>> = {
  'mfa-session-expired': { message: 'Token expirado - Solicitar novo token.', closes: true },
  'mfa-session-used': { message: 'Código á utilizado - solicitar novo token.', closes: true },
  'mfa-invalid-code': { message: 'Código inválido.', closes: false },
  // A person who has to wait need not contact an administrator, as the general sentence would say (decision 8).
  'too-many-requests': { message: problems['too-many-requests'].message, closes: true },
}

/** What a person reads when the second step fails, and whether its modal closes (portal.md §8). */
export function mfaProblemOf(error: Error): MfaProblem {
  if (!(error instanceof ApiProblem)) throw error
  return known[error.code] ?? { message: problems['mfa-refused'].message, closes: true }
}
