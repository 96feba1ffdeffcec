import { z } from 'zod'
import { problems, type ProblemCode } from '../../contract/problems.ts'

const codes = [
  'federated-user-unknown',
  'federated-refused',
  'federated-unavailable',
] as const satisfies readonly ProblemCode[]

/** The problems that `/auth?problem=…` may name; any other value is ignored. */
export const federationProblem = z.enum(codes)
export type FederationProblem = z.output<typeof federationProblem>

/** The sentence of such a problem (portal.md §8). */
export function federationMessage(problem: FederationProblem): string {
  return problems[problem].message
}
