import {
  type Acr,
  acrOf,
  type AuthenticationClaims,
  type AuthenticationMethod,
  meetsAcr,
} from '../../contract/authentication.ts'
import type { SignInPolicy } from '../../contract/sign-in-policies.ts'
import type { Authentication } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'

/** Returns the authentication as claims (RFC 9068 §2.2.1). */
export function claimsOfAuthentication({ amr, at }: Authentication): AuthenticationClaims {
  return {
    auth_time: at === undefined ? null : Math.floor(at / 1000),
    amr: [...amr],
    acr: acrOf(amr),
  }
}

/**
 * Throws if the authentication does not meet the requirements of a module (RFC 9470 §3): `passkey-required`,
 * `second-factor-required` or `sign-in-too-old`. `maxAge` is in seconds.
 */
export function requireAuthentication(
  { amr, at }: Authentication,
  required: { acrValues?: readonly Acr[] | undefined; maxAge?: number | undefined },
  now: Date,
): void {
  const { acrValues, maxAge } = required
  if (acrValues && !meetsAcr(acrOf(amr), acrValues))
    throw new Problem(acrValues.includes('mfa') ? 'second-factor-required' : 'passkey-required')
  if (maxAge === undefined) return
  if (at === undefined || now.getTime() - at > maxAge * 1000) throw new Problem('sign-in-too-old')
}

/**
 * Throws if the authentication does not meet a policy: `passkey-required` or `second-factor-required`. A code by mail
 * or SMS does not meet `second-factor`; a code of an authenticator app or a recovery code does (`otp`). An identity
 * provider must state `mfa`.
 */
export function requirePolicy({ amr }: Authentication, policy: SignInPolicy): void {
  if (policy === 'none' || amr.includes('pop')) return
  if (policy === 'passkey') throw new Problem('passkey-required')
  const ownFactor = amr.includes('fed') ? amr.includes('mfa') : amr.includes('otp')
  if (!ownFactor) throw new Problem('second-factor-required')
}

const listsOfMethods = new Map<string, readonly AuthenticationMethod[]>()

/** Returns one shared array for equal methods, because each cached session refers to its methods. */
export function sharedMethods(
  amr: readonly AuthenticationMethod[],
): readonly AuthenticationMethod[] {
  const key = amr.join(' ')
  const known = listsOfMethods.get(key)
  if (known) return known
  listsOfMethods.set(key, amr)
  return amr
}
