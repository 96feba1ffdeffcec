import pg from 'pg'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

/** What a broken constraint means: the first of these problems that the endpoint declares, or a wrong field. */
type Meaning =
  | { problems: readonly ProblemCode[]; field?: string }
  | { fields: Record<string, string> }

/** By the name of the constraint; each resource says it of its own tables, beside their SQL. */
export type ConstraintMeanings = Readonly<Record<string, Meaning>>

/** The problem that an error of the database stands for at this endpoint; undefined where it stands for none. */
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
