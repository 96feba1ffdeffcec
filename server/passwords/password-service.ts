import { enqueueMessage } from '../outbox/outbox-queries.ts'
import {
  recoveryMessage,
  temporaryLifetime,
  temporaryPasswordMessage,
  twoProofsMessage,
} from '../outbox/message-templates.ts'
import { reportable } from '../outbox/report-links.ts'
import { passwordChangedNotice } from '../outbox/security-notices.ts'
import { after, type Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import type { StoredRecovery } from '../recoveries/recovery-queries.ts'
import type { WorkOrder } from '../shared/fair-queue.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPassword, verifyPassword } from '../secrets/password-hash.ts'
import { digestOf } from '../secrets/random.ts'
import { newTemporaryPassword } from '../secrets/temporary-password.ts'
import { Problem } from '../pipeline/problem.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import { isGuessable } from './guessable.ts'
import { endSessionsOfUser, listPasswordHashes, replacePassword } from './password-queries.ts'
import { storeRecoveryPassword } from './recovery-queries.ts'

export interface PasswordOwner {
  id: number
  name: string
  email: string
}

export class PasswordService {
  readonly #clock: Clock
  readonly #keyring: Keyring
  readonly #publicUrl: string
  readonly #breached: BreachedPasswords

  constructor(parts: {
    clock: Clock
    keyring: Keyring
    publicUrl: string
    breached: BreachedPasswords
  }) {
    this.#clock = parts.clock
    this.#keyring = parts.keyring
    this.#publicUrl = parts.publicUrl
    this.#breached = parts.breached
  }

  /**
   * Checks a new password and returns its hash. Refuses a guessable or leaked password, and any of the user's last 12
   * passwords.
   */
  async prepareNew(
    db: Db,
    owner: PasswordOwner,
    password: string,
    order: WorkOrder,
  ): Promise<string> {
    if (isGuessable(password, [owner.name, owner.email])) throw new Problem('password-guessable')
    if (await this.#breached.include(password.normalize('NFC')))
      throw new Problem('password-breached')
    const used = await listPasswordHashes(db, owner.id)
    for (const hash of used)
      if (await verifyPassword(password, hash, order)) throw new Problem('password-already-used')
    return hashPassword(password, order)
  }

  /** Stores a new password, ends all sessions and notifies the user. */
  async change(db: Db, owner: PasswordOwner, hash: string): Promise<void> {
    const now = this.#clock.now()
    await replacePassword(db, { userId: owner.id, hash, now })
    await endSessionsOfUser(db, owner.id, now)
    const links = { keyring: this.#keyring, publicUrl: this.#publicUrl }
    const about = { userId: owner.id, notice: 'password-changed', now }
    const notice = reportable(passwordChangedNotice(owner), links, about)
    await enqueueMessage(db, this.#keyring, notice)
  }

  /** Creates and hashes a temporary password. Called before the transaction, because hashing is slow. */
  async prepareTemporary(order: WorkOrder): Promise<{ password: string; hash: string }> {
    const password = newTemporaryPassword()
    return { password, hash: await hashPassword(password, order) }
  }

  /**
   * Mails a temporary password with which the user can set a new one. Until then the current password stays valid, so
   * that knowing a secret answer is not enough to invalidate it. With a recovery, which needs a second proof, the
   * temporary password is valid as long as the recovery.
   */
  async recover(
    db: Db,
    owner: PasswordOwner,
    recovery?: Pick<StoredRecovery, 'expires_at' | 'waits_until'>,
  ): Promise<void> {
    const password = newTemporaryPassword()
    const now = this.#clock.now()
    const expiresAt = recovery?.expires_at ?? after(now, temporaryLifetime)
    await storeRecoveryPassword(db, {
      userId: owner.id,
      digest: digestOf(password),
      now,
      expiresAt,
    })
    const { name, email } = owner
    const message = recovery
      ? twoProofsMessage({ to: email, name, password, publicUrl: this.#publicUrl }, recovery)
      : recoveryMessage(email, name, password, this.#publicUrl)
    await enqueueMessage(db, this.#keyring, message)
  }

  /** Replaces the current password by a temporary one and mails it. */
  async replaceByTemporary(
    db: Db,
    owner: PasswordOwner,
    { password, hash }: { password: string; hash: string },
  ): Promise<void> {
    const now = this.#clock.now()
    await replacePassword(db, {
      userId: owner.id,
      hash,
      now,
      temporaryUntil: after(now, temporaryLifetime),
    })
    await endSessionsOfUser(db, owner.id, now)
    await enqueueMessage(
      db,
      this.#keyring,
      temporaryPasswordMessage(owner.email, owner.name, password, this.#publicUrl),
    )
  }
}
