import type { FederationReason } from '../../contract/federation-reasons.ts'
import type { ProblemCode } from '../../contract/problems.ts'

export type FederationProblem = Extract<ProblemCode, `federated-${string}`> &
  `federated-${'refused' | 'unavailable' | 'user-unknown'}`

/** Why a flow failed: the problem is shown to the user, the reason is recorded in the audit log. */
export class FederationRefusal extends Error {
  readonly problem: FederationProblem
  /** One of this server's reasons, or an error code of the protocol. Never a token, code or address. */
  readonly reason: string
  /** The signed-in user, if the flow confirms an identity. */
  readonly userId: number | undefined

  constructor(
    problem: FederationProblem,
    ownReason: FederationReason,
    options: { userId?: number; protocolCode?: string; cause?: unknown } = {},
  ) {
    const reason = options.protocolCode ?? ownReason
    super(`${problem}: ${reason}`, { cause: options.cause })
    this.name = 'FederationRefusal'
    this.problem = problem
    this.reason = reason
    this.userId = options.userId
  }
}

/** Result of a step, or the refusal that it threw. */
export type Outcome<T> = { value: T; refusal?: undefined } | { refusal: FederationRefusal }

/** Runs a step and returns its result or refusal; rethrows other errors. */
export async function outcomeOf<T>(step: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await step() }
  } catch (error) {
    if (error instanceof FederationRefusal) return { refusal: error }
    throw error
  }
}
