import type { AuthenticationMethod } from '../../contract/authentication.ts'
import { isOwnCode, type OwnCode, type SecondFactor } from '../../contract/mfa-types.ts'
import type { Assertion } from '../../contract/webauthn.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { JsonValue } from '../../database/database-types.ts'
import type { OwnCodeFactor } from '../factors/own-code-factor.ts'
import { messageAfter } from '../outbox/outbox-queries.ts'
import { reportable } from '../outbox/report-links.ts'
import { recoveryCodeUsedNotice } from '../outbox/security-notices.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import type { FoundChallenge } from './challenge-queries.ts'
import type { PasskeyFactor } from './passkey-factor.ts'
import type { SignInService } from './sign-in-service.ts'

/** A correct code or passkey: the write that marks it as used, and what the audit event contains. */
export interface VerifiedFactor {
  entering: WriteParts
  inEvent?: JsonValue
}

interface Answer {
  challengeName: SecondFactor
  code?: string | undefined
  credential?: Assertion | undefined
}

/** Verifies the second factor of a sign-in, of any kind. */
export class SecondFactors {
  readonly #signIn: SignInService
  readonly #passkeys: PasskeyFactor
  readonly #ownCodes: OwnCodeFactor
  readonly #clock: Clock
  readonly #keyring: Keyring
  readonly #publicUrl: string

  constructor(parts: {
    signIn: SignInService
    passkeyFactor: PasskeyFactor
    ownCodes: OwnCodeFactor
    clock: Clock
    keyring: Keyring
    config: { publicUrl: string }
  }) {
    this.#signIn = parts.signIn
    this.#passkeys = parts.passkeyFactor
    this.#ownCodes = parts.ownCodes
    this.#clock = parts.clock
    this.#keyring = parts.keyring
    this.#publicUrl = parts.config.publicUrl
  }

  /**
   * Counts a try, then verifies the answer. Returns the verified factor, which is valid only once its write has
   * succeeded, or the number of the failed try. Throws without counting if the user does not have this factor, or if
   * the sign-in does not wait for it.
   */
  async verify(
    db: Db,
    challenge: FoundChallenge,
    answer: Answer,
  ): Promise<{ verified: VerifiedFactor } | { failedTry: number }> {
    const { challengeName: factor } = answer
    if (isOwnCode(factor)) await this.#ownCodes.require(db, challenge.user_id, factor)
    const failedTry = await this.#signIn.takeTry(db, challenge, factor)
    const verified = await this.#verifyAnswer(db, challenge, answer)
    return verified ? { verified } : { failedTry }
  }

  async #verifyAnswer(
    db: Db,
    challenge: FoundChallenge,
    { challengeName: factor, code = '', credential }: Answer,
  ): Promise<VerifiedFactor | undefined> {
    if (isOwnCode(factor)) return this.#verifyOwnCode(db, challenge, { factor, code })
    if (factor === 'WEB_AUTHN')
      return credential && this.#passkeys.accept(db, challenge, credential, this.#clock.now())
    return this.#signIn.isSentCode(challenge, code)
      ? { entering: this.#signIn.markUsed(challenge) }
      : undefined
  }

  async #verifyOwnCode(
    db: Db,
    challenge: FoundChallenge,
    given: { factor: OwnCode; code: string },
  ): Promise<VerifiedFactor | undefined> {
    const use = await this.#ownCodes.accept(db, challenge.user_id, given)
    if (!use) return undefined
    const entering = this.#signIn.markUsedByOwnCode(challenge, use)
    const about = { userId: challenge.user_id, notice: 'code-used', now: this.#clock.now() }
    const links = { keyring: this.#keyring, publicUrl: this.#publicUrl }
    const notice = messageAfter(
      this.#keyring,
      reportable(recoveryCodeUsedNotice(challenge), links, about),
    )
    return {
      entering: given.factor === 'RECOVERY_CODE' ? { ...entering, notice } : entering,
      inEvent: { channel: given.factor },
    }
  }
}

/** How each second factor proves the identity (RFC 8176). */
export const methodsOf: Readonly<Record<SecondFactor, readonly AuthenticationMethod[]>> = {
  // RFC 8176 has no value for a mailed code: its `otp` means the codes of RFC 4226 and RFC 6238.
  EMAIL_OTP: [],
  SMS_MFA: ['sms'],
  WEB_AUTHN: ['pop', 'user'],
  SOFTWARE_TOKEN_MFA: ['otp'],
  // The nearest value: a password that is valid once.
  RECOVERY_CODE: ['otp'],
}
