import type { Attempts } from '../attempts/attempts.ts'
import { accountKey } from '../attempts/attempt-keys.ts'
import type { DeviceCookie } from '../attempts/device-cookie.ts'
import type { RequestFacts } from '../binder/call.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../secrets/password-hash.ts'
import { parseBasic } from '../binder/basic-credentials.ts'
import { findCredentials, type UserCredentials } from './credential-queries.ts'

/** A password check that is done: the user it fits, and a better hash where the stored one is outdated. */
export interface CheckedPassword {
  user: UserCredentials | undefined
  /** Whose sign-in it was, for the audit: a known user, or what was typed, hashed, since people type passwords there. */
  target: string
  betterHash: string | undefined
}

/** The first step of a sign-in. */
export class PasswordCheck {
  readonly #attempts: Attempts
  readonly #devices: DeviceCookie
  readonly #clock: Clock

  constructor(parts: { attempts: Attempts; devices: DeviceCookie; clock: Clock }) {
    this.#attempts = parts.attempts
    this.#devices = parts.devices
    this.#clock = parts.clock
  }

  /** Checks the credentials. Unknown, wrong, blocked, deleted, federated: the same work, so the same duration. */
  async check(db: Db, request: RequestFacts): Promise<CheckedPassword> {
    const credentials = parseBasic(request.authorization)
    const account = (credentials?.user ?? '').trim().toLowerCase().slice(0, 200)
    const device = this.#devices.read(request.cookies, account)
    const attempt = await this.#attempts.begin('password', {
      account,
      device,
      address: request.address,
    })
    const user = await findCredentials(db, account)
    const hash = user?.hash ?? decoyHash
    const fits = await verifyPassword(credentials?.password ?? '', hash)
    const accepted = user !== undefined && user.hash !== null && fits && this.#mayEnter(user)
    await (accepted ? attempt.succeeded() : attempt.failed())
    const betterHash =
      accepted && credentials && isOutdated(hash)
        ? await hashPassword(credentials.password)
        : undefined
    return {
      user: accepted ? user : undefined,
      target: user ? `user:${user.id}` : accountKey(account),
      betterHash,
    }
  }

  #mayEnter(user: UserCredentials): boolean {
    const expired =
      user.temporary === true && user.expires_at !== null && user.expires_at <= this.#clock.now()
    return user.status === 1 && !user.suspended && !user.federated && !expired
  }
}
