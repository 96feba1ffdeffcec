import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { FederationRefusal } from './federation-refusal.ts'

const temporaryErrors = new Set(['temporarily_unavailable', 'server_error'])
const timeoutCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

/** What an error of the protocol library means: the provider refuses or lies, or it is down. Anything else is ours. */
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
  // What `fetch` throws when nobody answers.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return refusal(error, 'no-answer', true)
  return undefined
}

function isServerError(cause: unknown): boolean {
  return cause instanceof Response && (cause.status >= 500 || cause.status === 429)
}

function refusal(cause: unknown, reason: string, down: boolean): FederationRefusal {
  // What the other side wrote goes into the audit trail only where it looks like a code of the protocol.
  const protocolCode = /^[\w-]{1,64}$/.test(reason) ? reason : 'protocol'
  const problem = down ? 'federated-unavailable' : 'federated-refused'
  return new FederationRefusal(problem, 'protocol', { protocolCode, cause })
}
