import { consoleProblems } from './console-problems.ts'
import { portalProblems } from './portal-problems.ts'
import type { DeclaredProblem } from './declared-problem.ts'

/** Every problem the API can answer, by its stable code; a code without its sentence does not compile. */
export const problems = {
  ...portalProblems,
  ...consoleProblems,
} as const

export type ProblemCode = keyof typeof problems

/** Status and sentences of a problem. */
export function problemOf(code: ProblemCode): DeclaredProblem {
  return problems[code]
}

/** Problems that every endpoint may answer although its declaration doesn't name them. */
export const sharedProblems = [
  'invalid-input',
  'invalid-json',
  'body-too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[]

/** The same for every endpoint that needs a token. */
export const guardProblems = [
  'access-token-missing',
  'access-token-invalid',
  'access-token-expired',
  'forbidden',
] as const satisfies readonly ProblemCode[]

/** The same for every export of a list; one of them names another limit. */
export const exportProblems = [
  'export-running',
  'export-too-large',
  'trail-export-too-large',
] as const satisfies readonly ProblemCode[]

/** What `result` holds when a call fails (rulings §2). `fields` names each field that is wrong. */
export interface Failure {
  httpStatus: number
  httpMessage: string
  code: ProblemCode
  description?: string
  fields?: Record<string, string>
  requestId: string
}
