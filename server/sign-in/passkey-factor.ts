import { randomBytes } from 'node:crypto'
import type { Assertion, RequestOptions } from '../../contract/webauthn.ts'
import type { Db } from '../database/database.ts'
import { passkeyInEvent } from '../passkeys/passkey-in-event.ts'
import {
  findPasskey,
  type FoundPasskey,
  listPasskeys,
  storeUse,
} from '../passkeys/passkey-queries.ts'
import { type RelyingParty, requestOptionsFor } from '../passkeys/relying-party.ts'
import { type PasskeyUse, verifyAssertion } from '../passkeys/verify-passkey.ts'
import { Problem } from '../pipeline/problem.ts'
import type { FoundChallenge } from './challenge-queries.ts'
import type { VerifiedFactor } from './second-factors.ts'
import type { SignInService } from './sign-in-service.ts'

/**
 * Second factor after the password: a passkey of the user in place of a code. Its WebAuthn challenge is stored in the
 * sign-in's challenge, like the hash of a code, so it shares the limits and the single use.
 */
export class PasskeyFactor {
  readonly #party: RelyingParty
  readonly #signIn: SignInService

  constructor(party: RelyingParty, signIn: SignInService) {
    this.#party = party
    this.#signIn = signIn
  }

  /** Stores a new WebAuthn challenge and returns the options for the passkeys of the user. */
  async begin(
    db: Db,
    input: { session: string; email: string },
  ): Promise<{ challenge: FoundChallenge; options: RequestOptions }> {
    const bytes = randomBytes(32)
    const challenge = await this.#signIn.storePasskeyChallenge(db, input, bytes)
    const own = await listPasskeys(db, challenge.user_id)
    if (own.length === 0) throw new Problem('mfa-refused', { recorded: true })
    return { challenge, options: requestOptionsFor(this.#party, bytes.toString('base64url'), own) }
  }

  /**
   * Verifies the passkey that answers this challenge; undefined if it is wrong or another user's. To be called after
   * `takeTry`, which checks that the challenge is for a passkey and has not expired.
   */
  async accept(
    db: Db,
    challenge: FoundChallenge,
    credential: Assertion,
    now: Date,
  ): Promise<VerifiedFactor | undefined> {
    const verified = await this.verify(db, challenge, credential)
    if (!verified) return undefined
    const { passkey, use } = verified
    return {
      inEvent: passkeyInEvent(passkey, use),
      entering: {
        ...this.#signIn.markUsed(challenge),
        passkey: storeUse(passkey.passkey_id, use, now, 'accepted'),
      },
    }
  }

  /** Returns the passkey that answers the WebAuthn challenge; undefined if it is wrong or another user's. */
  async verify(
    db: Db,
    { otp_hash: bytes, user_id }: FoundChallenge,
    credential: Assertion,
  ): Promise<{ passkey: FoundPasskey; use: PasskeyUse } | undefined> {
    if (bytes === null) return undefined
    const passkey = await findPasskey(db, Buffer.from(credential.id, 'base64url'))
    if (passkey?.id !== user_id) return undefined
    const use = await verifyAssertion(this.#party, bytes.toString('base64url'), credential, passkey)
    return use && { passkey, use }
  }
}
