import { problems, type ProblemCode } from '../../contract/problems.ts'

/** A declared refusal. Services throw it, and it is sent in the envelope of rulings §2. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  /**
   * Whether the writes of the refused call are committed. For example, a wrong code is counted although it is refused.
   */
  readonly recorded: boolean
  /** Whether a recorded refusal has an audit event. False if a flood of refusals must not add an event for each. */
  readonly audited: boolean
  /** Fields of the audit event in addition to the code. */
  readonly auditDetails: Readonly<Record<string, number>>

  /** Seconds after which the client may repeat the call. */
  readonly retryAfter: number | undefined

  constructor(
    code: ProblemCode,
    options: {
      fields?: Record<string, string>
      recorded?: boolean
      /** Default: the value of `recorded`. */
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
