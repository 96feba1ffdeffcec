import { problems, type ProblemCode } from '../../contract/problems.ts'

/** Problems of a flow at the identity provider. */
export const federationCodes = [
  'federated-user-unknown',
  'federated-refused',
  'federated-unavailable',
] as const satisfies readonly ProblemCode[]

export type FederationProblem = (typeof federationCodes)[number]

/** Parses the `problem` parameter of `/auth`; any other value is ignored. */
export const federationProblemOf = (value: unknown): FederationProblem | undefined =>
  federationCodes.find((code) => code === value)

/** Message of such a problem (portal.md §8). */
export function federationMessage(problem: FederationProblem): string {
  return problems[problem].message
}
