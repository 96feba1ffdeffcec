import type { SecondProofName } from '../../contract/mfa-types.ts'
import type { signIn } from '../../contract/sign-in.ts'
import type { Attempt, RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { OwnCodeFactor } from '../factors/own-code-factor.ts'
import type { TotpSecrets } from '../factors/totp-secrets.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { type Handlers, statement, transaction } from '../pipeline/handler.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Clock } from '../shared/clock.ts'
import { findPending } from '../recoveries/recovery-queries.ts'
import { isEffective } from '../recoveries/recovery-service.ts'
import { hasSecretAnswer, type UserCredentials } from './credential-queries.ts'
import { maskEmail, maskPhone } from './mask.ts'
import { PasskeyFactor } from './passkey-factor.ts'
import { PasswordCheck } from './password-check.ts'
import { withBrowserNotice } from '../sessions/unknown-browser.ts'
import { methodsOf, SecondFactors } from './second-factors.ts'
import type { SignInService } from './sign-in-service.ts'

interface SignInParts {
  db: Db
  signIn: SignInService
  sessions: SessionService
  rateLimiter: RateLimiter
  devices: DeviceCookie
  clock: Clock
  keyring: Keyring
  totpSecrets: TotpSecrets
  config: Pick<Config, 'publicUrl' | 'brand'>
}

export function signInRoutes(parts: SignInParts): Handlers<typeof signIn> {
  const { signIn: service, sessions, rateLimiter, devices } = parts
  const links = { keyring: parts.keyring, publicUrl: parts.config.publicUrl }
  const passwordCheck = new PasswordCheck(parts)
  const passkeyFactor = new PasskeyFactor(relyingPartyOf(parts.config), service)
  const ownCodes = new OwnCodeFactor(parts)
  const secondFactors = new SecondFactors({ ...parts, passkeyFactor, ownCodes })
  return {
    authLocal: statement(async (call) => {
      const { user, by, betterHash } = await passwordCheck.check(call)
      if (!user) throw new Problem('invalid-credentials', { recorded: true })
      call.audit({ userId: user.id })
      const { write, session, name } = service.prepareChallenge(user, by, betterHash)
      const sms = user.phone_number === null ? undefined : maskPhone(user.phone_number)
      const output = {
        Session: session,
        ChallengeName: name,
        ...(name === 'NEW_PASSWORD_REQUIRED' && {
          first_access: !(await hasSecretAnswer(call.db, user.id)),
          ...(by === 'recovery' && (await secondProofOf(call.db, user, parts.clock.now()))),
        }),
        ...(name === 'SELECT_MFA_TYPE' && {
          destinations: {
            EMAIL_OTP: maskEmail(user.email),
            SMS_MFA: sms,
            ...(user.has_passkey && { WEB_AUTHN: 'Chave de acesso' }),
            ...(user.has_totp && { SOFTWARE_TOKEN_MFA: 'Aplicativo autenticador' }),
            ...(user.has_recovery_code && { RECOVERY_CODE: 'Código de recuperação' }),
          },
        }),
      }
      return { write: write, output }
    }),

    userChooseMfa: transaction({
      async beforeTransaction({ db, body, request }) {
        await service.admit(db, body, request.address)
        // A passkey needs no message.
        if (body.answer === 'WEB_AUTHN') return
        await rateLimiter.consume('message', {
          account: body.email,
          holder: devices.read(request.cookies, body.email),
          address: request.address,
        })
      },
      async run({ db, body, audit }) {
        const { session, email, answer } = body
        const { challenge, options } =
          answer === 'WEB_AUTHN'
            ? await passkeyFactor.begin(db, body)
            : {
                challenge: await service.sendCode(db, { session, email, answer }),
                options: undefined,
              }
        audit({
          userId: challenge.user_id,
          target: `user:${challenge.user_id}`,
          after: { channel: answer },
        })
        return { Session: session, ChallengeName: answer, options }
      },
    }),

    userChangeMfa: statement(async ({ db, body, request, audit, setBrowser, setHeader }) => {
      const challenge = await service.find(db, body, request.address)
      const { user_id: userId } = challenge
      audit({ target: `user:${userId}` })
      const attempt = await rateLimiter.begin('code', {
        account: body.email,
        holder: devices.read(request.cookies, body.email),
        address: request.address,
      })
      const result = await secondFactors.verify(db, challenge, body)
      if (!('verified' in result)) {
        const refuse = (call: { db: Db }) =>
          service.refuseCode(call.db, challenge, result.failedTry)
        return { transaction: (call) => countWrongCode(attempt, () => refuse(call)) }
      }
      const { entering, inEvent } = result.verified
      const refused = await problemOf(attempt.succeeded())
      if (refused) return { write: entering, refused }
      audit({ userId, ...(inEvent && { after: inEvent }) })
      const expired = service.expiredPasswordHandle(challenge, entering)
      if (expired)
        return {
          write: expired.write,
          output: { access_token: expired.session, expired: true },
        }
      const { write, begun } = await sessions.prepare(
        {
          user: { ...challenge, id: userId },
          method: 'password',
          amr: ['pwd', ...methodsOf[body.challengeName], 'mfa'],
          request,
        },
        withBrowserNotice(entering, { ...challenge, id: userId }, request, {
          devices,
          links,
          now: parts.clock.now(),
        }),
      )
      audit({ sessionId: begun.sessionId })
      const { accessToken: access_token, decodedToken } = begun
      return {
        write,
        output: { access_token, expired: false, decodedToken },
        onCommitted() {
          setBrowser(begun.browser)
          setHeader('set-cookie', devices.issue(body.email))
        },
      }
    }),
  }
}

/** Returns the second proofs that the recovery of this user needs; undefined if it needs none. */
async function secondProofOf(db: Db, user: UserCredentials, now: Date) {
  const recovery = await findPending(db, user.id, 'password', now)
  if (!recovery || isEffective(recovery, now)) return undefined
  const proofs: SecondProofName[] = []
  if (user.has_passkey) proofs.push('WEB_AUTHN')
  if (user.has_totp) proofs.push('SOFTWARE_TOKEN_MFA')
  if (user.has_recovery_code) proofs.push('RECOVERY_CODE')
  return { second_proof: { proofs, waits_until: recovery.waits_until?.toISOString() ?? null } }
}

/** Returns the problem that the promise rejects with, if any. */
async function problemOf(promise: Promise<void>): Promise<Problem | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/**
 * Calls `respond`. If it throws because the code is wrong, counts the attempt, so that further attempts are slowed
 * down.
 */
async function countWrongCode(attempt: Attempt, respond: () => Promise<never>): Promise<never> {
  try {
    return await respond()
  } catch (error) {
    if (error instanceof Problem && error.code === 'mfa-invalid-code') await attempt.failed()
    throw error
  }
}
