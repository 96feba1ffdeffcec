import type { Subject } from '../attempts/attempt-keys.ts'
import type { Attempts } from '../attempts/attempts.ts'
import type { Db } from '../database/database.ts'
import { decoyHash, verifyPassword } from '../secrets/password-hash.ts'
import type { PasswordOwner, PasswordService } from './password-service.ts'
import { normaliseAnswer } from './secret-answer.ts'
import { findRecovery } from './secret-answer-queries.ts'

/** A recovery that was checked: for whom, if the answer fits, and the temporary password it would give. */
export interface CheckedRecovery {
  owner: PasswordOwner | undefined
  temporary: { password: string; hash: string }
}

export class RecoveryService {
  readonly #attempts: Attempts
  readonly #passwords: PasswordService

  constructor(parts: { attempts: Attempts; passwords: PasswordService }) {
    this.#attempts = parts.attempts
    this.#passwords = parts.passwords
  }

  /**
   * Checks the answer. Known, unknown, blocked, without a question, wrong: the same work, so the same duration; one
   * answer to verify and one password to hash, needed or not.
   */
  async check(
    db: Db,
    input: { email: string; question: number; response: string },
    address: string,
  ): Promise<CheckedRecovery> {
    const subject: Subject = { account: input.email, address }
    const attempt = await this.#attempts.begin('answer', subject)
    const user = await findRecovery(db, input.email)
    const fits = await verifyPassword(normaliseAnswer(input.response), user?.hash ?? decoyHash)
    const temporary = await this.#passwords.prepareTemporary()
    const accepted =
      user !== undefined &&
      user.hash !== null &&
      fits &&
      user.question_id === input.question &&
      user.status === 1 &&
      !user.suspended &&
      !user.federated
    await (accepted ? attempt.succeeded() : attempt.failed())
    return { owner: accepted ? user : undefined, temporary }
  }
}
