import { federationProblemOf, type FederationProblem } from '../session-state/federation-problem.ts'

/** Search parameters of `/auth` (portal.md §2, decision 94); the last three come from an identity provider. */
interface SignInSearch {
  code?: string | undefined
  refModule?: string | undefined
  companyId?: string | undefined
  acr_values?: string | undefined
  max_age?: string | undefined
  proof?: string | undefined
  problem?: FederationProblem | undefined
  purpose?: 'validating' | undefined
}

/** Parses the search parameters. An invalid value counts as absent. */
export function signInSearch(raw: Record<string, unknown>): SignInSearch {
  const text = (name: string) => {
    const value = raw[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    code: text('code'),
    refModule: text('refModule'),
    companyId: text('companyId'),
    acr_values: text('acr_values'),
    max_age: text('max_age'),
    proof: text('proof'),
    problem: federationProblemOf(raw['problem']),
    purpose: raw['purpose'] === 'validating' ? 'validating' : undefined,
  }
}

/** Whether this window is the popup of a confirmation, back from the provider. */
export function isPopupReturn({ proof, purpose }: SignInSearch): boolean {
  return proof !== undefined || purpose !== undefined
}
