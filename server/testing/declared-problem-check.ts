import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  exportProblems,
  guardProblems,
  type ProblemCode,
  sharedProblems,
} from '../../contract/problems.ts'

/** What an endpoint may answer: what it declares, and what its declaration brings with it. */
function problemsOf({
  access,
  confirm,
  captcha,
  grantsRights,
  problems,
  exports,
}: Endpoint): ProblemCode[] {
  return [
    ...problems,
    ...sharedProblems,
    ...(access === 'public' ? [] : guardProblems),
    ...(exports === undefined ? [] : exportProblems),
    ...(confirm ? (['identity-confirmation-required'] as const) : []),
    ...(grantsRights ? (['delegation-grants-nothing'] as const) : []),
    ...(captcha ? (['captcha-invalid'] as const) : []),
  ]
}

/** Fails where an endpoint answers a problem that nobody reading its declaration could expect. */
export function requireDeclared(operation: Operation, code: ProblemCode): void {
  if (!problemsOf(api[operation]).includes(code))
    throw new Error(`${operation} answered ${code}, which it does not declare.`)
}
