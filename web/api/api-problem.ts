import { z } from 'zod'
import { problems, type ProblemCode } from '../../contract/problems.ts'

/** `network`: no answer came; `unreadable`: something answered that does not speak the contract, such as a proxy. */
type ApiProblemCode = ProblemCode | 'network' | 'unreadable'

interface ApiProblemFacts {
  code: ApiProblemCode
  /** 0 where no answer came. */
  status: number
  httpMessage: string
  description?: string | undefined
  fields?: Record<string, string> | undefined
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

  constructor({ code, status, httpMessage, description, fields = {}, cause }: ApiProblemFacts) {
    super(`${code}: ${httpMessage}`, { cause })
    this.name = 'ApiProblem'
    this.code = code
    this.status = status
    this.httpMessage = httpMessage
    this.description = description
    this.fields = fields
  }
}

const failure = z.object({
  result: z.object({
    httpMessage: z.string(),
    code: z.string(),
    description: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
})

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

/** The problem that an unsuccessful answer stands for. */
export function problemOf(status: number, answer: unknown): ApiProblem {
  const parsed = failure.safeParse(answer)
  if (!parsed.success)
    return new ApiProblem({ code: 'unreadable', status, httpMessage: problems.internal.message })
  const { code, ...facts } = parsed.data.result
  // A server that was updated after this page was loaded may send codes that the page doesn't know.
  return new ApiProblem({ ...facts, status, code: isProblemCode(code) ? code : 'internal' })
}
