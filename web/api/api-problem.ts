import { problems, type ProblemCode } from '../../contract/problems.ts'

/**
 * `offline`: no connection. `network`: no response for another reason. `unreadable`: a response that does not follow the contract, such as that of a proxy.
 * `other-place`: nothing was sent, because the stored token is for another company than this tab (`tab-place.ts`).
 */
type ApiProblemCode = ProblemCode | 'offline' | 'network' | 'unreadable' | 'other-place'

interface ApiProblemInit {
  code: ApiProblemCode
  /** HTTP status; 0 without a response. */
  status: number
  httpMessage: string
  description?: string | undefined
  fields?: Record<string, string> | undefined
  bearer?: string | undefined
  cause?: unknown
}

/** A failed call: the problem in the response, or the lack of a readable response (rulings §2). */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode
  readonly status: number
  readonly httpMessage: string
  readonly description: string | undefined
  /** Message of each invalid field. */
  readonly fields: Record<string, string>
  /** Token of the refused request. The stored token may have changed since then. */
  readonly bearer: string | undefined

  constructor(init: ApiProblemInit) {
    const { code, status, httpMessage, description, fields = {}, bearer, cause } = init
    super(`${code}: ${httpMessage}`, { cause })
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.httpMessage = httpMessage
    this.description = description
    this.fields = fields
    this.bearer = bearer
  }

  /** Whether nothing is known about the outcome, because no response arrived. */
  get unanswered(): boolean {
    return this.code === 'offline' || this.code === 'network'
  }
}

/** Whether a call did not reach the server, because there is no connection. */
export const isOfflineProblem = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'offline'

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

type Members = Partial<Record<string, unknown>>

/** Returns the members of a JSON object; undefined for any other value. */
const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

/** Returns the `result` of a response (rulings §2). */
export const resultOf = (body: unknown): Members | undefined =>
  membersOf(membersOf(body)?.['result'])

/** Returns the problem of an unsuccessful response; `bearer` is the token that was sent. */
export function problemOf(status: number, body: unknown, bearer?: string): ApiProblem {
  const { httpMessage, code, description, fields } = resultOf(body) ?? {}
  if (typeof httpMessage !== 'string' || typeof code !== 'string')
    return new ApiProblem({ code: 'unreadable', status, httpMessage: problems.internal.message })
  return new ApiProblem({
    // A server newer than this page may send codes that the page does not define.
    code: isProblemCode(code) ? code : 'internal',
    status,
    httpMessage,
    description: typeof description === 'string' ? description : undefined,
    fields: messagesIn(fields),
    bearer,
  })
}

/** Message of each invalid field. */
function messagesIn(fields: unknown): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const [name, message] of Object.entries(membersOf(fields) ?? {}))
    if (typeof message === 'string') messages[name] = message
  return messages
}
