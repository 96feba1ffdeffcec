import type { IDToken } from 'openid-client'
import type { AuthenticationMethod } from '../../contract/authentication.ts'

/** Values of `acr` with which a provider states phishing resistance (OpenID Connect EAP ACR Values 1.0). */
const resistantClasses: ReadonlySet<unknown> = new Set(['phr', 'phrh'])

/**
 * Maps the `amr` values of a provider to ours. `hwk` and `swk` are keys in hardware and software (RFC 8176); `fido`
 * is the value of Microsoft Entra ID for passkeys.
 */
const methodOf: ReadonlyMap<unknown, AuthenticationMethod> = new Map([
  ['pop', 'pop'],
  ['hwk', 'pop'],
  ['swk', 'pop'],
  ['fido', 'pop'],
  ['otp', 'otp'],
  ['sms', 'sms'],
  ['pwd', 'pwd'],
  ['mfa', 'mfa'],
])

/**
 * Returns how and when the provider authenticated the user, as its ID token states (OpenID Connect Core §2). Unknown
 * values are ignored. `authenticatedAt` is null if it is not stated.
 */
export function authenticationStatedBy(claims: IDToken): {
  amr: AuthenticationMethod[]
  authenticatedAt: Date | null
} {
  const methods = new Set<AuthenticationMethod>(['fed'])
  for (const value of Array.isArray(claims.amr) ? claims.amr : []) {
    const method = methodOf.get(value)
    if (method) methods.add(method)
  }
  if (resistantClasses.has(claims.acr)) methods.add('pop')
  const { auth_time: time } = claims
  return { amr: [...methods], authenticatedAt: time === undefined ? null : new Date(time * 1000) }
}
