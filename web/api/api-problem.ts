import { problems, type ProblemCode } from '../../contract/problems.ts'

/**
 * `network`: no answer came; `unreadable`: something answered that does not speak the contract, such as a proxy;
 * `other-place`: nothing was sent, since the stored token does not serve the place of this tab (`tab-place.ts`).
 */
type ApiProblemCode = ProblemCode | 'network' | 'unreadable' | 'other-place'

interface ApiProblemFacts {
  code: ApiProblemCode
  /** 0 where no answer came. */
  status: number
  httpMessage: string
  description?: string | undefined
  fields?: Record<string, string> | undefined
  bearer?: string | undefined
  cause?: unknown
}

/** A call that failed: what `result` said, or that nothing readable came back (rulings §2). */
export class ApiProblem extends Error {
  readonly code: ApiProblemCode
  readonly status: number
  readonly httpMessage: string
  readonly description: string | undefined
  /** Each wrong field with its sentence. */
  readonly fields: Record<string, string>
  /** The token that the refused request was sent with: another one may be stored by now. */
  readonly bearer: string | undefined

  constructor(facts: ApiProblemFacts) {
    const { code, status, httpMessage, description, fields = {}, bearer, cause } = facts
    super(`${code}: ${httpMessage}`, { cause })
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.httpMessage = httpMessage
    this.description = description
    this.fields = fields
    this.bearer = bearer
  }
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

type Members = Partial<Record<string, unknown>>

/** The members of a JSON object; undefined for any other value. */
const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

/** What an answer of this API says under `result` (rulings §2). Read by hand: the first screen loads no schemas. */
export const resultOf = (answer: unknown): Members | undefined =>
  membersOf(membersOf(answer)?.['result'])

/** The problem that an unsuccessful answer stands for; `bearer` is the token that was sent. */
export function problemOf(status: number, answer: unknown, bearer?: string): ApiProblem {
  const { httpMessage, code, description, fields } = resultOf(answer) ?? {}
  if (typeof httpMessage !== 'string' || typeof code !== 'string')
    return new ApiProblem({ code: 'unreadable', status, httpMessage: problems.internal.message })
  return new ApiProblem({
    // A server that was updated after this page was loaded may send codes that the page doesn't know.
    code: isProblemCode(code) ? code : 'internal',
    status,
    httpMessage,
    description: typeof description === 'string' ? description : undefined,
    fields: sentencesIn(fields),
    bearer,
  })
}

/** Each wrong field with its sentence. */
function sentencesIn(fields: unknown): Record<string, string> {
  const sentences: Record<string, string> = {}
  for (const [name, sentence] of Object.entries(membersOf(fields) ?? {}))
    if (typeof sentence === 'string') sentences[name] = sentence
  return sentences
}
