import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { accountKey } from '../rate-limits/attempt-keys.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { foldEmail } from '../../contract/email-shape.ts'
import type { Call } from '../pipeline/call.ts'
import { jobForAccount } from '../pipeline/work-order.ts'
import type { Db } from '../database/database.ts'
import type { Batcher } from '../shared/batcher.ts'
import type { Clock } from '../shared/clock.ts'
import { decoyHash, hashing, hashPassword, matchPassword } from '../secrets/password-hash.ts'
import { digestOf, sameBytes } from '../secrets/random.ts'
import { asMailed } from '../secrets/temporary-password.ts'
import { mayEnter } from './may-enter.ts'
import { parseBasic } from '../pipeline/basic-credentials.ts'
import {
  type CredentialKind,
  credentialFinder,
  type UserCredentials,
} from './credential-queries.ts'

/**
 * Result of a password check: the user if the password was accepted, the credential, and a new hash if the stored hash
 * is outdated.
 */
export interface CheckedPassword {
  user: UserCredentials | undefined
  by: CredentialKind
  betterHash: string | undefined
}

/** Checks the password, the first step of a sign-in. */
export class PasswordCheck {
  readonly #rateLimiter: RateLimiter
  readonly #devices: DeviceCookie
  readonly #clock: Clock
  readonly #credentials: Batcher<string, UserCredentials | undefined>

  constructor(parts: { db: Db; rateLimiter: RateLimiter; devices: DeviceCookie; clock: Clock }) {
    this.#credentials = credentialFinder(parts.db)
    this.#rateLimiter = parts.rateLimiter
    this.#devices = parts.devices
    this.#clock = parts.clock
  }

  /**
   * Checks the credentials. Does the same work for a wrong password and for unknown, blocked, deleted and federated
   * users, so that the duration is the same.
   */
  async check({
    request,
    audit,
  }: Pick<Call<Endpoint>, 'request' | 'audit'>): Promise<CheckedPassword> {
    const credentials = parseBasic(request.authorization)
    const account = foldEmail(credentials?.user ?? '')
      .toLowerCase()
      .slice(0, 200)
    const password = asMailed(credentials?.password ?? '')
    const holder = this.#devices.read(request.cookies, account)
    const job = jobForAccount(request, account, holder)
    // Refuses before any read of the database, so that a flood of sign-ins delays nothing else.
    hashing.requireRoom(job)
    const user = await this.#credentials.run(account)
    // The event names a known user. For an unknown one it contains only a hash of the text, because people may type a
    // password into this field.
    audit({ target: user ? `user:${user.id}` : accountKey(account) })
    const { address } = request
    const attempt = await this.#rateLimiter.begin('password', { account, holder, address })
    const hash = user?.hash ?? decoyHash
    const { fits, outdated } = await matchPassword(password, hash, job)
    const by = this.#isRecovery(user, password) ? 'recovery' : 'password'
    const accepted = user && mayEnter(user) && (by === 'recovery' || (fits && this.#isUsable(user)))
    await (accepted ? attempt.succeeded() : attempt.failed())
    const replaced = accepted && fits && user.hash !== null && outdated
    return {
      user: accepted ? user : undefined,
      by,
      betterHash: replaced ? await hashPassword(password, job) : undefined,
    }
  }

  /**
   * A fast digest is sufficient, because recovery passwords are random. It is compared in addition to the slow hash.
   */
  #isRecovery(user: UserCredentials | undefined, password: string): boolean {
    if (!user?.recovery_digest || !user.recovery_expires_at) return false
    return (
      sameBytes(digestOf(password), user.recovery_digest) &&
      user.recovery_expires_at > this.#clock.now()
    )
  }

  /** Whether the user has a password, and it is not an expired temporary one. */
  #isUsable({ hash, temporary, expires_at }: UserCredentials): boolean {
    return hash !== null && !(temporary && expires_at && expires_at <= this.#clock.now())
  }
}
