import type { confirmations } from '../../contract/confirmations.ts'
import { foldEmail } from '../../contract/email-shape.ts'
import type { Subject } from '../rate-limits/attempt-keys.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import { takeProof } from '../federation/federation-proof.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { type Handlers, statement, transaction } from '../pipeline/handler.ts'
import { jobFor } from '../pipeline/work-order.ts'
import type { Clock } from '../shared/clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { PasskeyChallenges } from '../passkeys/passkey-challenges.ts'
import { writeParts } from '../database/write-parts.ts'
import { decoyHash, verifyPassword } from '../secrets/password-hash.ts'
import { Problem } from '../pipeline/problem.ts'
import { parseBasic } from '../pipeline/basic-credentials.ts'
import { findCredentials } from '../sign-in/credential-queries.ts'
import { confirm, namedOperations } from './new-confirmation.ts'
import { passkeyConfirmationRoutes } from './passkey-confirmation-routes.ts'

interface ConfirmationParts {
  rateLimiter: RateLimiter
  devices: DeviceCookie
  clock: Clock
  config: Pick<Config, 'publicUrl' | 'brand'>
  passkeyChallenges: PasskeyChallenges
}

export function confirmationRoutes(parts: ConfirmationParts): Handlers<typeof confirmations> {
  const { clock } = parts
  return {
    ...passkeyConfirmationRoutes(parts),

    userLocalValidatePassword: statement(async (call) => {
      const { who, body, audit } = call
      audit({
        target: `user:${who.userId}`,
        after: { operations: namedOperations(body.operations) },
      })
      const fits = await checkOwnPassword(parts, call, body)
      if (!fits) throw new Problem('password-invalid', { recorded: true })
      const { code, write } = confirm(who, 'password', body.operations, clock.now())
      return { write: write, output: { code } }
    }),

    async userLocalValidateToken({ db, who, body, audit }) {
      audit({
        target: `user:${who.userId}`,
        after: { operations: namedOperations(body.operations) },
      })
      const proven = await takeProof(db, who.session.id, body.token, clock.now())
      if (!proven) throw new Problem('federated-proof-invalid', { recorded: true })
      const { code, write } = confirm(who, 'federated', body.operations, clock.now())
      await writeParts(db, write)
      return { code }
    },

    userLocalAuthValidate: transaction({
      beforeTransaction(call) {
        const shown = parseBasic(`Basic ${call.body.basic}`)
        call.audit({ target: `user:${call.who.userId}` })
        return checkOwnPassword(parts, call, {
          email: shown?.user ?? '',
          password: shown?.password ?? '',
        })
      },
      run(_, fits) {
        if (!fits) throw new Problem('password-invalid', { recorded: true })
        return Promise.resolve({})
      },
    }),
  }
}

/**
 * Returns whether the e-mail and password are the caller's own. A temporary password is not accepted. Failed attempts
 * count as in a sign-in.
 */
async function checkOwnPassword(
  { rateLimiter, devices }: ConfirmationParts,
  { db, who, request }: { db: Db; who: SignedInPrincipal; request: RequestContext },
  shown: { email: string; password: string },
): Promise<boolean> {
  const { email } = who.session.user
  const subject: Subject = {
    account: email,
    // Attempts are counted per session, so that failed attempts by others on the same account or address don't delay
    // the caller.
    holder: devices.read(request.cookies, email) ?? who.session.id,
    address: request.address,
  }
  const attempt = await rateLimiter.begin('password', subject)
  const user = await findCredentials(db, email)
  const matches = await verifyPassword(
    shown.password,
    user?.hash ?? decoyHash,
    jobFor(request, who),
  )
  const fits =
    matches &&
    user !== undefined &&
    user.hash !== null &&
    !user.temporary &&
    foldEmail(shown.email).toLowerCase() === email
  await (fits ? attempt.succeeded() : attempt.failed())
  return fits
}
