import { problems, type ProblemCode } from '../../contract/problems.ts'

/** A declared refusal: thrown by services, sent in the envelope of rulings §2. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  /** Whether the writes of the refused call are committed: a wrong code counts although it is refused. */
  readonly recorded: boolean
  /** Whether a recorded refusal has an audit event; a flood of refusals does not write one for each. */
  readonly audited: boolean
  /** Fields of the audit event besides the code. */
  readonly auditDetails: Readonly<Record<string, number>>

  /** Seconds after which the client may try again. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    options: {
      fields?: Record<string, string>
      recorded?: boolean
      /** Default: the same as `recorded`. */
      audited?: boolean
      auditDetails?: Record<string, number>
      retryAfter?: number
    } = {},
  ) {
    super(problems[code].message)
    this.name = 'Problem'
    this.code = code
    this.fields = options.fields
    this.recorded = options.recorded ?? false
    this.audited = this.recorded && (options.audited ?? true)
    this.auditDetails = options.auditDetails ?? {}
    this.retryAfter = options.retryAfter
  }

  get status(): number {
    return problems[this.code].status
  }
}
