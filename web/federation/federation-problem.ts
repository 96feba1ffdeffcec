import { problems, type ProblemCode } from '../../contract/problems.ts'

/** What may keep a trip to the identity provider from bringing a session. */
export const federationCodes = [
  'federated-user-unknown',
  'federated-refused',
  'federated-unavailable',
] as const satisfies readonly ProblemCode[]

export type FederationProblem = (typeof federationCodes)[number]

/** The problem that `/auth?problem=…` names; any other value is ignored. */
export const federationProblemOf = (named: unknown): FederationProblem | undefined =>
  federationCodes.find((code) => code === named)

/** The sentence of such a problem (portal.md §8). */
export function federationMessage(problem: FederationProblem): string {
  return problems[problem].message
}
