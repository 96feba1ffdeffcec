import { problems, type ProblemCode } from '../../contract/problems.ts'

/** A declared refusal: thrown by services, answered by the binder in the envelope of rulings §2. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  /**
   * What was written on the way stays, with its audit event: a wrong code counts although it is refused. Thrown before
   * the write began, it leaves the event alone.
   */
  readonly recorded: boolean

  /** What the event says beside the code; false where there is none, since what is recorded is one of very many. */
  readonly told: Readonly<Record<string, number>> | false

  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    options: {
      fields?: Record<string, string>
      recorded?: boolean
      told?: Record<string, number> | false
      retryAfter?: number
    } = {},
  ) {
    super(problems[code].message)
    this.name = 'Problem'
    this.code = code
    this.fields = options.fields
    this.recorded = options.recorded ?? false
    this.told = options.told ?? {}
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return problems[this.code].status
  }
}
