import { z } from 'zod'
import { problems, type ProblemCode } from '../../contract/problems.ts'

const codes = [
  'federated-user-unknown',
  'federated-refused',
  'federated-unavailable',
] as const satisfies readonly ProblemCode[]

/** What `/auth?problem=…` may say: of all else, an address says nothing. */
export const federationProblem = z.enum(codes)
export type FederationProblem = z.output<typeof federationProblem>

/** Its sentence (portal.md §8). */
export function federationMessage(problem: FederationProblem): string {
  return problems[problem].message
}
