import { isOwnCode, type MfaType, type SecondFactor } from '../../contract/mfa-types.ts'
import type { UseOfCode } from '../factors/factor-queries.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import { codeLifetime, oneTimePasswordMessage } from '../outbox/message-templates.ts'
import { after, type Clock, days, minutes } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import type { BatchableWrite } from '../database/statement-write.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf, newHandle, newOneTimePassword } from '../secrets/random.ts'
import {
  usedChallenge,
  challengeAfter,
  findChallenge,
  lockChallenge,
  openingChallenge,
  storeSentCode,
  takeTry,
  usedByOwnCode,
  useChallenge,
  type ChallengeName,
  type FoundChallenge,
} from './challenge-queries.ts'
import { mayEnter } from './may-enter.ts'
import type { CredentialKind, UserCredentials } from './credential-queries.ts'

/** Maximum time from the password to the end of the sign-in. */
const challengeLifetime = minutes(15)
/** Per sign-in a code may be entered 5 times and sent 3 times (rulings §4). */
const maxTries = 5
const maxSends = 3

/** The user of an unfinished sign-in. */
export interface ChallengeOwner {
  id: number
  name: string
  email: string
}

/** The steps after a correct password: challenges, one-time codes, and handles that only set a new password. */
export class SignInService {
  readonly #rateLimiter: RateLimiter
  readonly #clock: Clock
  readonly #keyring: Keyring
  readonly #passwordMaxAge: number

  constructor(parts: {
    rateLimiter: RateLimiter
    clock: Clock
    keyring: Keyring
    passwordMaxAgeDays: number
  }) {
    this.#rateLimiter = parts.rateLimiter
    this.#clock = parts.clock
    this.#keyring = parts.keyring
    this.#passwordMaxAge = days(parts.passwordMaxAgeDays)
  }

  /**
   * Prepares the challenge after a correct password. The write does nothing if the password was replaced after the
   * check.
   */
  prepareChallenge(
    user: UserCredentials,
    by: CredentialKind,
    betterHash: string | undefined,
  ): {
    write: BatchableWrite
    session: string
    name: 'SELECT_MFA_TYPE' | 'NEW_PASSWORD_REQUIRED'
  } {
    const temporary = by === 'recovery' || user.temporary
    const name = temporary ? 'NEW_PASSWORD_REQUIRED' : 'SELECT_MFA_TYPE'
    const { session, challenge } = this.#newChallenge(user.id, name)
    return { write: openingChallenge({ challenge, user, by, betterHash }), session, name }
  }

  /**
   * Returns the user of an open challenge. Called before anything is counted, hashed or sent. An invalid handle is
   * counted only for the network of the request.
   */
  async admit(
    db: Db,
    { session, email }: { session: string; email: string },
    address: string,
    name?: ChallengeName,
  ): Promise<ChallengeOwner> {
    return ownerOf(await this.find(db, { session, email }, address, name))
  }

  /** Returns the open challenge. */
  async find(
    db: Db,
    { session, email }: { session: string; email: string },
    address: string,
    name?: ChallengeName,
  ): Promise<FoundChallenge> {
    try {
      const challenge = this.#requireOpen(await findChallenge(db, digestOf(session)), email)
      if (name !== undefined) requireName(challenge, name)
      return challenge
    } catch (error) {
      if (error instanceof Problem) await this.#rateLimiter.consumeForNetwork('handle', address)
      throw error
    }
  }

  /** Sends a new code through the chosen channel and invalidates the previous one. */
  async sendCode(
    db: Db,
    input: { session: string; email: string; answer: MfaType },
  ): Promise<FoundChallenge> {
    const challenge = await this.#openForFactor(db, input)
    const to = input.answer === 'SMS_MFA' ? challenge.phone_number : challenge.email
    if (to === null || challenge.sends >= maxSends)
      throw new Problem('mfa-refused', { recorded: true })
    const code = newOneTimePassword()
    await storeSentCode(db, challenge.digest, {
      name: input.answer,
      otpHash: this.#keyring.hashCode(code, challenge.digest),
      otpExpiresAt: after(this.#clock.now(), codeLifetime),
      sends: challenge.sends + 1,
    })
    await enqueueMessage(
      db,
      this.#keyring,
      oneTimePasswordMessage(
        input.answer === 'SMS_MFA' ? 'sms' : 'email',
        to,
        challenge.name,
        code,
      ),
    )
    return challenge
  }

  /**
   * Stores the WebAuthn challenge of a passkey as the next step, which invalidates a code that was sent. Counts like a
   * sent code, because each has an audit event; a browser may use the same challenge several times.
   */
  async storePasskeyChallenge(
    db: Db,
    input: { session: string; email: string },
    bytes: Buffer,
  ): Promise<FoundChallenge> {
    const challenge = await this.#open(db, input)
    // The second proof of a recovery does not complete the sign-in, which still has to set a password (decision 96).
    const isProof = challenge.challenge === 'NEW_PASSWORD_REQUIRED'
    if (!isProof) requireFactorStep(challenge)
    if (challenge.sends >= maxSends) throw new Problem('mfa-refused', { recorded: true })
    await storeSentCode(db, challenge.digest, {
      name: isProof ? 'NEW_PASSWORD_REQUIRED' : 'WEB_AUTHN',
      otpHash: bytes,
      otpExpiresAt: after(this.#clock.now(), codeLifetime),
      sends: challenge.sends + 1,
    })
    return challenge
  }

  /**
   * Counts a try before the code or passkey is compared, and returns its number. So concurrent requests cannot compare
   * more than `maxTries`. Throws without counting if the sign-in does not wait for this factor.
   */
  async takeTry(db: Db, challenge: FoundChallenge, factor: SecondFactor): Promise<number> {
    if (isOwnCode(factor)) requireFactorStep(challenge)
    else this.#requireBegun(challenge, factor)
    const tries = await takeTry(db, challenge.digest, maxTries)
    // A concurrent request has used the challenge, or concurrent requests have used up its tries.
    if (tries === undefined) throw new Problem('mfa-session-used', { recorded: true })
    return tries
  }

  /** Like `takeTry`, for the second proof of a recovery. */
  async takeProofTry(db: Db, { digest }: FoundChallenge): Promise<number> {
    const tries = await takeTry(db, digest, maxTries)
    if (tries === undefined) throw new Problem('mfa-session-used', { recorded: true })
    return tries
  }

  /** Whether this is the code that was sent. Does not check whether the challenge was used in the meantime. */
  isSentCode(challenge: FoundChallenge, code: string): boolean {
    const { otp_hash: hash } = challenge
    return hash !== null && this.#keyring.isHashOfCode(hash, code, challenge.digest)
  }

  /** Returns the write after a correct code, which marks the challenge as used. */
  markUsed(challenge: FoundChallenge): WriteParts {
    return usedChallenge(challenge, this.#clock.now())
  }

  /** Like `markUsed`, for a code of an authenticator app or a recovery code. */
  markUsedByOwnCode(challenge: FoundChallenge, use: UseOfCode): WriteParts {
    return usedByOwnCode(challenge, use, this.#clock.now())
  }

  /** Throws after a wrong code. The last try closes the challenge. */
  async refuseCode(db: Db, challenge: FoundChallenge, tries: number): Promise<never> {
    if (tries < maxTries) throw new Problem('mfa-invalid-code', { recorded: true })
    await useChallenge(db, challenge.digest, this.#clock.now())
    throw new Problem('mfa-refused', { recorded: true })
  }

  /**
   * If the password is too old, returns a handle that can only set a new password, and the write that creates the
   * handle after `entering`.
   */
  expiredPasswordHandle(
    challenge: FoundChallenge,
    entering: WriteParts,
  ): { write: WriteParts; session: string } | undefined {
    const { user_id: userId, password_set_at: setAt } = challenge
    const now = this.#clock.now()
    if (!setAt || setAt.getTime() + this.#passwordMaxAge > now.getTime()) return undefined
    const expired = this.#newChallenge(userId, 'PASSWORD_EXPIRED')
    return {
      write: { ...entering, expired: challengeAfter(expired.challenge) },
      session: expired.session,
    }
  }

  /** Marks an open challenge of this kind as used and returns its user. */
  async finish(
    db: Db,
    input: { session: string; email: string },
    name: ChallengeName,
  ): Promise<ChallengeOwner> {
    const challenge = await this.#open(db, input)
    requireName(challenge, name)
    await useChallenge(db, challenge.digest, this.#clock.now())
    return ownerOf(challenge)
  }

  #newChallenge(userId: number, name: ChallengeName) {
    const session = newHandle()
    const now = this.#clock.now()
    const expiresAt = after(now, challengeLifetime)
    return { session, challenge: { digest: digestOf(session), userId, name, now, expiresAt } }
  }

  /** Locks and returns the open challenge of this handle and e-mail. */
  async #open(
    db: Db,
    { session, email }: { session: string; email: string },
  ): Promise<FoundChallenge> {
    return this.#requireOpen(await lockChallenge(db, digestOf(session)), email)
  }

  /** Like `#open`, but throws unless the next step is a second factor. */
  async #openForFactor(db: Db, input: { session: string; email: string }): Promise<FoundChallenge> {
    const found = await this.#open(db, input)
    requireFactorStep(found)
    return found
  }

  /** Throws unless this factor was chosen last and has not expired. */
  #requireBegun(challenge: FoundChallenge, factor: SecondFactor): void {
    const { otp_hash: hash, otp_expires_at: expiresAt } = challenge
    if (challenge.challenge !== factor || !hash || !expiresAt)
      throw new Problem('mfa-refused', { recorded: true })
    if (expiresAt <= this.#clock.now()) throw new Problem('mfa-session-expired', { recorded: true })
  }

  #requireOpen(challenge: FoundChallenge | undefined, email: string): FoundChallenge {
    // An unknown handle gets the same response as an expired one.
    if (!challenge) throw new Problem('mfa-session-expired')
    if (challenge.email !== email || !mayEnter(challenge))
      throw new Problem('mfa-refused', { recorded: true })
    if (challenge.used_at) throw new Problem('mfa-session-used', { recorded: true })
    if (challenge.expires_at <= this.#clock.now())
      throw new Problem('mfa-session-expired', { recorded: true })
    return challenge
  }
}

/** Throws unless the next step is a second factor. */
function requireFactorStep({ challenge }: FoundChallenge): void {
  if (challenge === 'NEW_PASSWORD_REQUIRED' || challenge === 'PASSWORD_EXPIRED')
    throw new Problem('mfa-refused', { recorded: true })
}

function requireName({ challenge }: FoundChallenge, name: ChallengeName): void {
  if (challenge !== name) throw new Problem('mfa-refused', { recorded: true })
}

export function ownerOf({ user_id: id, name, email }: FoundChallenge): ChallengeOwner {
  return { id, name, email }
}
