import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { FederationRefusal } from './federation-refusal.ts'

const temporaryErrors = new Set(['temporarily_unavailable', 'server_error'])
const timeoutCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/**
 * Converts an error of the protocol library into a refusal. The provider has refused, has sent an invalid response, or
 * is down. Returns undefined for other errors.
 */
export function protocolFailure(error: unknown): FederationRefusal | undefined {
  if (error instanceof AuthorizationResponseError)
    return refusal(error, error.error, temporaryErrors.has(error.error))
  if (error instanceof ResponseBodyError) return refusal(error, error.error, error.status >= 500)
  if (error instanceof WWWAuthenticateChallengeError)
    return refusal(error, 'client-not-accepted', false)
  if (error instanceof ClientError) {
    const code = error.code ?? 'protocol'
    return refusal(error, code, timeoutCodes.has(code) || isServerError(error.cause))
  }
  // Thrown by `fetch` if there is no response.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return refusal(error, 'no-answer', true)
  return undefined
}

function isServerError(cause: unknown): boolean {
  return cause instanceof Response && (cause.status >= 500 || cause.status === 429)
}

function refusal(cause: unknown, reason: string, down: boolean): FederationRefusal {
  // Records text of the provider in the audit log only if it looks like an error code.
  const protocolCode = /^[\w-]{1,64}$/.test(reason) ? reason : 'protocol'
  const problem = down ? 'federated-unavailable' : 'federated-refused'
  return new FederationRefusal(problem, 'protocol', { protocolCode, cause })
}
