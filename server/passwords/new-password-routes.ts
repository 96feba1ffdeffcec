import type { passwords } from '../../contract/passwords.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { jobFor } from '../pipeline/work-order.ts'
import type { Db } from '../database/database.ts'
import { digestOf } from '../secrets/random.ts'
import { asMailed } from '../secrets/temporary-password.ts'
import { Problem } from '../pipeline/problem.ts'
import { verifyPassword } from '../secrets/password-hash.ts'
import type { Clock } from '../shared/clock.ts'
import { type CredentialKind, hasSecretAnswer } from '../sign-in/credential-queries.ts'
import type { PasskeyFactor } from '../sign-in/passkey-factor.ts'
import { ownerOf, type SignInService } from '../sign-in/sign-in-service.ts'
import type { OwnCodeFactor } from '../factors/own-code-factor.ts'
import { findPendingById, lockRecoveryOwner, markDone } from '../recoveries/recovery-queries.ts'
import type { WorkOrder } from '../shared/fair-queue.ts'
import { listPasswordHashes } from './password-queries.ts'
import type { PasswordOwner, PasswordService } from './password-service.ts'
import { isRecoveryPassword } from './recovery-queries.ts'
import { hashOwnAnswer } from './secret-answer.ts'
import { type ProvenRecovery, SecondProof } from './second-proof.ts'
import { storeSecretAnswer } from './secret-answer-queries.ts'

/**
 * Routes that set a new password within a sign-in, at the first access or in place of an expired password (portal.md
 * §4).
 */
export function newPasswordRoutes({
  passwords: service,
  signIn,
  rateLimiter,
  clock,
  ownCodes,
  passkeys,
}: {
  passwords: PasswordService
  signIn: SignInService
  rateLimiter: RateLimiter
  clock: Clock
  ownCodes: OwnCodeFactor
  passkeys: PasskeyFactor
}): Pick<Handlers<typeof passwords>, 'userSetPassword' | 'userSetPasswordExpired'> {
  const secondProof = new SecondProof({ signIn, ownCodes, passkeys, rateLimiter, clock })

  /** Requires the temporary password again and returns its kind. Wrong attempts count only for this sign-in. */
  async function requireOldPassword(
    db: Db,
    owner: PasswordOwner,
    { session, oldPassword: typed }: { session: string; oldPassword: string },
    request: RequestContext,
  ): Promise<CredentialKind> {
    const digest = digestOf(session)
    const attempt = await rateLimiter.begin('password', {
      account: owner.email,
      holder: digest.toString('hex').slice(0, 16),
      address: request.address,
    })
    const oldPassword = asMailed(typed)
    const [present] = await listPasswordHashes(db, owner.id)
    const recovers = await isRecoveryPassword(db, {
      userId: owner.id,
      digest: digestOf(oldPassword),
      now: clock.now(),
    })
    const fits =
      recovers ||
      (present !== undefined && (await verifyPassword(oldPassword, present, jobFor(request))))
    await (fits ? attempt.succeeded() : attempt.failed())
    if (!fits) throw new Problem('invalid-credentials', { recorded: true })
    return recovers ? 'recovery' : 'password'
  }

  /**
   * Uses the second proof and closes the recovery. Checks the temporary password again, now that the user is locked: it
   * may have been cancelled since, and without a recovery the account may have got a factor. Either would otherwise make a
   * second proof seem unnecessary.
   */
  async function completeRecovery(
    db: Db,
    userId: number,
    { oldPassword, recovery }: { oldPassword: string; recovery: ProvenRecovery | undefined },
  ): Promise<void> {
    const now = clock.now()
    const digest = digestOf(asMailed(oldPassword))
    const owner = await lockRecoveryOwner(db, userId, now)
    const valid = await isRecoveryPassword(db, { userId, digest, now })
    const isPending = recovery
      ? (await findPendingById(db, userId, recovery.id, now)) !== undefined
      : !owner.own_factor
    if (!valid || !isPending) throw new Problem('mfa-refused')
    if (!recovery) return
    await recovery.use(db)
    await markDone(db, recovery.id, now)
  }

  return {
    userSetPassword: transaction({
      async beforeTransaction({ db, body, request, audit }) {
        const challenge = await signIn.find(db, body, request.address, 'NEW_PASSWORD_REQUIRED')
        const owner = ownerOf(challenge)
        audit({ userId: owner.id, target: `user:${owner.id}` })
        const order = jobFor(request)
        const by = await requireOldPassword(db, owner, body, request)
        const recovery =
          by === 'recovery'
            ? await secondProof.verify(db, challenge, body.proof, request)
            : undefined
        if (body.newPassword.normalize('NFC') === body.oldPassword.normalize('NFC'))
          throw new Problem('password-already-used')
        return {
          by,
          recovery,
          answerHash: await answerHashOf(db, owner, body.secretQuestion, order),
          passwordHash: await service.prepareNew(db, owner, body.newPassword, order),
        }
      },
      async run({ db, body, audit }, { by, recovery, passwordHash, answerHash }) {
        const owner = await signIn.finish(db, body, 'NEW_PASSWORD_REQUIRED')
        if (by === 'recovery')
          await completeRecovery(db, owner.id, { oldPassword: body.oldPassword, recovery })
        if (recovery) audit({ after: { second_proof: body.proof?.challengeName ?? null } })
        if (body.secretQuestion && answerHash !== undefined)
          await storeSecretAnswer(db, {
            userId: owner.id,
            questionId: body.secretQuestion.question,
            hash: answerHash,
            now: clock.now(),
          })
        await service.change(db, owner, passwordHash)
        return {}
      },
    }),

    userSetPasswordExpired: transaction({
      async beforeTransaction({ db, body, request }) {
        const owner = await signIn.admit(db, expired(body), request.address, 'PASSWORD_EXPIRED')
        return service.prepareNew(db, owner, body.newPassword, jobFor(request))
      },
      async run({ db, body, audit }, hash) {
        const owner = await signIn.finish(db, expired(body), 'PASSWORD_EXPIRED')
        audit({ userId: owner.id, target: `user:${owner.id}` })
        await service.change(db, owner, hash)
        return {}
      },
    }),
  }
}

/** Returns the hash of the new answer; undefined if the user keeps the stored one. */
async function answerHashOf(
  db: Db,
  owner: PasswordOwner,
  answer: Parameters<typeof hashOwnAnswer>[1] | undefined,
  order: WorkOrder,
): Promise<string | undefined> {
  if (answer) return hashOwnAnswer(db, answer, owner, 'mfa-refused', order)
  if (await hasSecretAnswer(db, owner.id)) return undefined
  throw new Problem('invalid-input', { fields: { secretQuestion: 'Selecione a pergunta.' } })
}

/** The client sends the handle of the challenge as the temporary token of an expired password. */
const expired = ({ access_token, email }: { access_token: string; email: string }) => ({
  session: access_token,
  email,
})
