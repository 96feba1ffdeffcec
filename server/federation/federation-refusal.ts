import type { FederationReason } from '../../contract/federation-reasons.ts'
import type { ProblemCode } from '../../contract/problems.ts'

export type FederationProblem = Extract<ProblemCode, `federated-${string}`> &
  `federated-${'refused' | 'unavailable' | 'user-unknown'}`

/** Why a trip to an identity provider ended: the problem is told to the person, the reason to the audit trail. */
export class FederationRefusal extends Error {
  readonly problem: FederationProblem
  /** Of ours, or a code of the protocol; never a token, code or address. */
  readonly reason: string
  /** Whom it is about, where that is known. */
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

/** What came of a step, or why it was refused. */
export type Outcome<T> = { value: T; refusal?: undefined } | { refusal: FederationRefusal }

/** Runs a step whose refusal is an answer too; whatever else goes wrong is thrown on. */
export async function outcomeOf<T>(step: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await step() }
  } catch (error) {
    if (error instanceof FederationRefusal) return { refusal: error }
    throw error
  }
}
