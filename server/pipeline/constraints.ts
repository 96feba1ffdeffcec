import pg from 'pg'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

/** Meaning of a violated constraint: the first of these problems that the endpoint declares, or an invalid field. */
type Meaning =
  | { problems: readonly ProblemCode[]; field?: string }
  | { fields: Record<string, string> }

/** Meanings by constraint name. Each resource defines the meanings for its tables beside its SQL. */
export type ConstraintMeanings = Readonly<Record<string, Meaning>>

/** Returns the problem that a database error means at this endpoint; undefined if it means none. */
export function declaredProblem(
  meanings: ConstraintMeanings,
  error: unknown,
  endpoint: Endpoint,
): Problem | undefined {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return undefined
  const meaning = meanings[error.constraint]
  if (!meaning) return undefined
  if ('fields' in meaning) return new Problem('invalid-input', { fields: meaning.fields })
  const code = meaning.problems.find((candidate) => endpoint.problems.includes(candidate))
  if (!code) return undefined
  const problem = new Problem(code)
  return meaning.field === undefined
    ? problem
    : new Problem(code, { fields: { [meaning.field]: problem.message } })
}
