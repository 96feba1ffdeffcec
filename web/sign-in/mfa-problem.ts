import { problems } from '../../contract/problems.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { passkeyMessage } from '../passkeys/passkey-message.ts'

export interface MfaProblem {
  message: string
  /** Whether the sign-in must start again. */
  closes: boolean
}

const byCode: Partial<Record<ApiProblem['code'], MfaProblem>> = {
  'mfa-session-expired': { message: 'Token expirado - Solicitar novo token.', closes: true },
  'mfa-session-used': { message: 'Código á utilizado - solicitar novo token.', closes: true },
  'mfa-invalid-code': { message: 'Código inválido.', closes: false },
  // The default message would tell a rate-limited user to contact an administrator (decision 8).
  'too-many-requests': { message: problems['too-many-requests'].message, closes: true },
}

/** Returns the message for a failed second step, and whether its modal closes (portal.md §8). */
export function mfaProblemOf(error: Error): MfaProblem {
  if (!(error instanceof ApiProblem)) throw error
  if (error.code === 'offline') return { message: error.httpMessage, closes: false }
  return byCode[error.code] ?? { message: problems['mfa-refused'].message, closes: true }
}

/** Like `mfaProblemOf`, for a passkey as the second step. The browser's own errors let the user choose again. */
export function passkeyFactorProblemOf(error: Error): MfaProblem {
  if (!(error instanceof ApiProblem)) return { message: passkeyMessage(error), closes: false }
  return error.code === 'mfa-invalid-code'
    ? { message: problems['passkey-refused'].message, closes: false }
    : mfaProblemOf(error)
}
