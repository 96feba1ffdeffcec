import { sql } from 'kysely'
import type { BodyOf } from '../../contract/endpoint.ts'
import { isOwnCode } from '../../contract/mfa-types.ts'
import type { passwords } from '../../contract/passwords.ts'
import type { Db } from '../database/database.ts'
import type { OwnCodeFactor } from '../factors/own-code-factor.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { usePasskey } from '../passkeys/passkey-queries.ts'
import { Problem } from '../pipeline/problem.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { findPending } from '../recoveries/recovery-queries.ts'
import { isEffective } from '../recoveries/recovery-service.ts'
import type { Clock } from '../shared/clock.ts'
import type { FoundChallenge } from '../sign-in/challenge-queries.ts'
import type { PasskeyFactor } from '../sign-in/passkey-factor.ts'
import type { SignInService } from '../sign-in/sign-in-service.ts'

type Proof = BodyOf<typeof passwords.userSetPassword>['proof']

/** A pending recovery with its verified second proof, if it needed one. */
export interface ProvenRecovery {
  id: number
  /** Marks the code or passkey as used. Throws if a concurrent request has used it. */
  use: (db: Db) => Promise<void>
}

interface SecondProofParts {
  signIn: SignInService
  ownCodes: OwnCodeFactor
  passkeys: PasskeyFactor
  rateLimiter: RateLimiter
  clock: Clock
}

/** Second proof of a recovery: with a temporary password alone, no new password can be set (decision 96). */
export class SecondProof {
  readonly #parts: SecondProofParts

  constructor(parts: SecondProofParts) {
    this.#parts = parts
  }

  /**
   * Verifies the second proof of the user's pending recovery. Counts a try before it compares (decision 92). Undefined if
   * the user has no pending recovery, because the account has no passkey and no authenticator app. Throws
   * `second-proof-required` if a proof is needed and absent.
   */
  async verify(
    db: Db,
    challenge: FoundChallenge,
    proof: Proof,
    request: RequestContext,
  ): Promise<ProvenRecovery | undefined> {
    const { signIn, rateLimiter, clock } = this.#parts
    const now = clock.now()
    const recovery = await findPending(db, challenge.user_id, 'password', now)
    if (!recovery) return undefined
    const { id } = recovery
    if (isEffective(recovery, now)) return { id, use: () => Promise.resolve() }
    if (!proof) throw new Problem('second-proof-required', { recorded: true })
    const { challengeName: factor } = proof
    if (isOwnCode(factor)) await this.#parts.ownCodes.require(db, challenge.user_id, factor)
    const { email: account } = challenge
    const attempt = await rateLimiter.begin('code', { account, address: request.address })
    const tries = await signIn.takeProofTry(db, challenge)
    const use = await this.#verified(db, challenge, proof)
    if (!use) {
      await attempt.failed()
      return signIn.refuseCode(db, challenge, tries)
    }
    await attempt.succeeded()
    return { id, use }
  }

  async #verified(
    db: Db,
    challenge: FoundChallenge,
    { challengeName: factor, code = '', credential }: NonNullable<Proof>,
  ): Promise<ProvenRecovery['use'] | undefined> {
    const { ownCodes, passkeys, clock } = this.#parts
    const { user_id: userId, otp_expires_at: expiresAt } = challenge
    if (isOwnCode(factor)) {
      const use = await ownCodes.accept(db, userId, { factor, code })
      return use && ((within) => requireUsed(within, use('owner'), userId))
    }
    if (!credential || expiresAt === null || expiresAt <= clock.now()) return undefined
    const verified = await passkeys.verify(db, challenge, credential)
    if (!verified) return undefined
    return async (within) => {
      const { passkey, use } = verified
      if (!(await usePasskey(within, passkey.passkey_id, use, clock.now())))
        throw new Problem('mfa-refused', { recorded: true })
    }
  }
}

/** Executes the part of a statement that marks a code as used. Throws if it was used concurrently. */
async function requireUsed(
  db: Db,
  part: ReturnType<NonNullable<Awaited<ReturnType<OwnCodeFactor['accept']>>>>,
  userId: number,
): Promise<void> {
  const { rows } = await sql`
    with owner as (select ${userId}::integer as user_id), used as (${part}) select from used`.execute(
    db,
  )
  if (rows.length === 0) throw new Problem('mfa-invalid-code', { recorded: true })
}
