import type { Endpoint } from '../../contract/endpoint.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

/** What the database refuses, by the constraint that does it, told in the words of the contract. */
const problemOfConstraint: Readonly<Record<string, ProblemCode>> = {}

/** The declared problem of a refused statement; undefined where the endpoint declares none for it. */
export function declaredProblem(error: unknown, endpoint: Endpoint): Problem | undefined {
  if (!(error instanceof Error && 'constraint' in error && typeof error.constraint === 'string')) return undefined
  const code = problemOfConstraint[error.constraint]
  return code && endpoint.problems.includes(code) ? new Problem(code) : undefined
}
