import {
  type Acr,
  acrClasses,
  type AuthenticationClaims,
  meetsAcr,
} from '../../contract/authentication.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { LinkRequirements } from '../session-state/module-target.ts'

const codes = ['passkey-required', 'second-factor-required', 'sign-in-too-old'] as const

/** Why a sign-in does not suffice to open a module (decision 94). */
export type SignInRequirement = (typeof codes)[number]

/** Returns the requirement for which the server refused to open a module; undefined for any other failure. */
export function requirementOf(error: unknown): SignInRequirement | undefined {
  return error instanceof ApiProblem ? codes.find((code) => code === error.code) : undefined
}

/**
 * Predicts which requirement of a link the session does not meet, so that the user is not asked for a password first.
 * Only the server decides: this uses the clock of the browser.
 */
export function unmetRequirement(
  { acr_values: acrValues, max_age: maxAge }: LinkRequirements,
  { acr, auth_time: time }: AuthenticationClaims,
): SignInRequirement | undefined {
  const classes = acrValues
    ?.split(' ')
    .filter((value): value is Acr => acrClasses.some((known) => known === value))
  if (classes && !meetsAcr(acr, classes))
    return classes.includes('mfa') ? 'second-factor-required' : 'passkey-required'
  const tooOld = maxAge !== undefined && (time === null || Date.now() / 1000 - time > maxAge)
  return tooOld ? 'sign-in-too-old' : undefined
}
