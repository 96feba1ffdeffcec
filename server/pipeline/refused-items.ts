import { type ProblemCode, problemOf } from '../../contract/problems.ts'
import { Problem } from './problem.ts'

/** A refused item of a list in the input, with the reason. `name` is the field of the item, such as `user_id.3`. */
interface RefusedItem {
  name: string
  code: ProblemCode
}

/** Throws if any item is refused. The first reason becomes the problem, and each item has its own message. */
export function refuseItems(refused: readonly RefusedItem[]): void {
  const [first] = refused
  if (!first) return
  const fields: Record<string, string> = {}
  for (const { name, code } of refused) fields[name] = problemOf(code).message
  throw new Problem(first.code, { fields })
}
