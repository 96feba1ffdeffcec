import { consoleProblems } from './console-problems.ts'
import { portalProblems } from './portal-problems.ts'
import type { DeclaredProblem } from './declared-problem.ts'

/** All problems that the API can return, by their stable codes. A missing message is a compile error. */
export const problems = {
  ...portalProblems,
  ...consoleProblems,
} as const

export type ProblemCode = keyof typeof problems

/** Returns the status and message of a problem. */
export function problemOf(code: ProblemCode): DeclaredProblem {
  return problems[code]
}

/** Problems that every endpoint may return without declaring them. */
export const sharedProblems = [
  'invalid-input',
  'invalid-json',
  'body-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]

/** Further problems of every endpoint that needs a token. */
export const guardProblems = [
  'access-token-missing',
  'access-token-invalid',
  'access-token-expired',
  'forbidden',
] as const satisfies readonly ProblemCode[]

/** Further problems of exports. The limit of the audit log has a code of its own. */
export const exportProblems = [
  'export-running',
  'export-too-large',
  'trail-export-too-large',
] as const satisfies readonly ProblemCode[]

/** Contents of `result` of a failed call (rulings §2). `fields` has an error message for each invalid field. */
export interface Failure {
  httpStatus: number
  httpMessage: string
  code: ProblemCode
  description?: string
  fields?: Record<string, string>
  requestId: string
}
