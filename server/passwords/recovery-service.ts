import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { Problem } from '../pipeline/problem.ts'
import { jobForAccount } from '../pipeline/work-order.ts'
import type { Db } from '../database/database.ts'
import { mayEnter } from '../sign-in/may-enter.ts'
import type { PasswordOwner } from './password-service.ts'
import { verifyAnswer } from './secret-answer.ts'
import { findRecovery } from './secret-answer-queries.ts'

/** Result of a recovery check. */
export interface CheckedRecovery {
  /** The user, if the answer is correct. */
  owner: PasswordOwner | undefined
  /** Whether a mail is sent. Mails are limited per hour, like all messages. */
  mailed: boolean
}

export class RecoveryService {
  readonly #rateLimiter: RateLimiter
  readonly #devices: DeviceCookie

  constructor(parts: { rateLimiter: RateLimiter; devices: DeviceCookie }) {
    this.#rateLimiter = parts.rateLimiter
    this.#devices = parts.devices
  }

  /**
   * Checks the answer. Always computes one hash, so that the duration is the same for known, unknown and blocked users,
   * for a wrong answer and without a question.
   */
  async check(
    db: Db,
    input: { email: string; question: number; response: string },
    request: RequestContext,
  ): Promise<CheckedRecovery> {
    const { email: account } = input
    const holder = this.#devices.read(request.cookies, account)
    const { address } = request
    const attempt = await this.#rateLimiter.begin('answer', { account, holder, address })
    const user = await findRecovery(db, account)
    const fits = await verifyAnswer(
      input.response,
      user?.hash,
      jobForAccount(request, account, holder),
    )
    const accepted =
      user !== undefined && fits && user.question_id === input.question && mayEnter(user)
    // A correct answer counts like a wrong one. Otherwise the rate limit would reveal a correct answer.
    await attempt.failed()
    const owner = accepted ? user : undefined
    return { owner, mailed: owner !== undefined && (await this.#mayMail(account, request)) }
  }

  /** Whether a mail may be sent. A reached limit is not reported, because that would reveal a correct answer. */
  async #mayMail(account: string, { address }: RequestContext): Promise<boolean> {
    try {
      await this.#rateLimiter.consume('recovery', { account, address })
      return true
    } catch (error) {
      if (error instanceof Problem && error.code === 'too-many-requests') return false
      throw error
    }
  }
}
