import { consoleProblems } from './console-problems.ts'
import { portalProblems } from './portal-problems.ts'
import type { DeclaredProblem } from './declared-problem.ts'

/** Every problem that the API can return, by its stable code; a missing message is a compile error. */
export const problems = {
  ...portalProblems,
  ...consoleProblems,
} as const

export type ProblemCode = keyof typeof problems

/** Returns status and messages of a problem. */
export function problemOf(code: ProblemCode): DeclaredProblem {
  return problems[code]
}

/** Problems that every endpoint may return although its declaration does not name them. */
export const sharedProblems = [
  'invalid-input',
  'invalid-json',
  'body-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]

/** Problems that every endpoint that needs a token may also return. */
export const guardProblems = [
  'access-token-missing',
  'access-token-invalid',
  'access-token-expired',
  'forbidden',
] as const satisfies readonly ProblemCode[]

/** Problems that every export may also return; each export has one of the two limits. */
export const exportProblems = [
  'export-running',
  'export-too-large',
  'trail-export-too-large',
] as const satisfies readonly ProblemCode[]

/** Contents of `result` when a call fails (rulings §2). `fields` names each invalid field. */
export interface Failure {
  httpStatus: number
  httpMessage: string
  code: ProblemCode
  description?: string
  fields?: Record<string, string>
  requestId: string
}
