import { api, type Operation } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  exportProblems,
  guardProblems,
  type ProblemCode,
  sharedProblems,
} from '../../contract/problems.ts'

/** Returns the problems that an endpoint may return: the declared and the implied ones. */
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

/** Fails if an endpoint returns a problem that its declaration does not include. */
export function requireDeclared(operation: Operation, code: ProblemCode): void {
  if (!problemsOf(api[operation]).includes(code))
    throw new Error(`${operation} returned ${code}, which it does not declare.`)
}
