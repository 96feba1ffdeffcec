import type { OwnCode } from '../../contract/mfa-types.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf } from '../secrets/random.ts'
import { asMailed } from '../secrets/temporary-password.ts'
import type { Clock } from '../shared/clock.ts'
import {
  countRecoveryCodes,
  findTotp,
  isUnusedCode,
  type UseOfCode,
  useRecoveryCode,
  useStep,
} from './factor-queries.ts'
import { matchTotp } from './totp.ts'
import type { TotpSecrets } from './totp-secrets.ts'

/** Second factors whose code is not sent: an authenticator app, and recovery codes (decision 92). */
export class OwnCodeFactor {
  readonly #secrets: TotpSecrets
  readonly #clock: Clock

  constructor({ totpSecrets, clock }: { totpSecrets: TotpSecrets; clock: Clock }) {
    this.#secrets = totpSecrets
    this.#clock = clock
  }

  /** Throws `mfa-refused` unless the user has this factor. Used recovery codes count: each try is then a wrong code. */
  async require(db: Db, userId: number, factor: OwnCode): Promise<void> {
    const found =
      factor === 'RECOVERY_CODE' ? await countRecoveryCodes(db, userId) : await findTotp(db, userId)
    if (!found) throw new Problem('mfa-refused', { recorded: true })
  }

  /** Returns the write that uses the code; undefined for a wrong code, or one that was used. */
  async accept(
    db: Db,
    userId: number,
    { factor, code }: { factor: OwnCode; code: string },
  ): Promise<UseOfCode | undefined> {
    const now = this.#clock.now()
    if (factor === 'RECOVERY_CODE') {
      const digest = digestOf(asMailed(code))
      return (await isUnusedCode(db, userId, digest)) ? useRecoveryCode(digest, now) : undefined
    }
    const found = await findTotp(db, userId)
    if (!found) return undefined
    const step = matchTotp(this.#secrets.unseal(found), code, { now, lastStep: found.last_step })
    return step === undefined ? undefined : useStep(found, step, now)
  }
}
