import { type ProblemCode, problemOf } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

/** One of the many that a write names, and why it is refused; `name` is its place, such as `user_id.3`. */
interface RefusedPlace {
  name: string
  code: ProblemCode
}

/** Throws where any is refused: the first reason is that of the answer, and each place is named with its own. */
export function refusePlaces(refused: readonly RefusedPlace[]): void {
  const [first] = refused
  if (!first) return
  const fields: Record<string, string> = {}
  for (const { name, code } of refused) fields[name] = problemOf(code).message
  throw new Problem(first.code, { fields })
}
