import type { SecondFactor } from '../../contract/mfa-types.ts'
import type { signIn } from '../../contract/sign-in.ts'
import type { Attempt, RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import type { AuthenticationMethod } from '../../contract/authentication.ts'
import { type Handlers, statement, transaction } from '../pipeline/handler.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Clock } from '../shared/clock.ts'
import { hasSecretAnswer } from './credential-queries.ts'
import { maskEmail, maskPhone } from './mask.ts'
import { PasskeyFactor } from './passkey-factor.ts'
import { PasswordCheck } from './password-check.ts'
import type { SignInService } from './sign-in-service.ts'

interface SignInParts {
  db: Db
  signIn: SignInService
  sessions: SessionService
  rateLimiter: RateLimiter
  devices: DeviceCookie
  clock: Clock
  config: Pick<Config, 'publicUrl' | 'brand'>
}

export function signInRoutes(parts: SignInParts): Handlers<typeof signIn> {
  const { signIn: service, sessions, rateLimiter, devices } = parts
  const passwordCheck = new PasswordCheck(parts)
  const passkeyFactor = new PasskeyFactor(relyingPartyOf(parts.config), service)
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
        }),
        ...(name === 'SELECT_MFA_TYPE' && {
          destinations: {
            EMAIL_OTP: maskEmail(user.email),
            SMS_MFA: sms,
            ...(user.has_passkey && { WEB_AUTHN: 'Chave de acesso' }),
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
      const now = parts.clock.now()
      const challenge = await service.find(db, body, request.address)
      const { user_id: userId } = challenge
      audit({ target: `user:${userId}` })
      const attempt = await rateLimiter.begin('code', {
        account: body.email,
        holder: devices.read(request.cookies, body.email),
        address: request.address,
      })
      const passkey =
        body.challengeName === 'WEB_AUTHN' && body.credential
          ? await passkeyFactor.accept(db, challenge, body.credential, now)
          : undefined
      if (!passkey && !service.isRightCode(challenge, body))
        return {
          transaction: (call) => countWrongCode(attempt, () => service.refuseCode(call.db, body)),
        }
      const refused = await problemOf(attempt.succeeded())
      if (refused) return { write: service.markUsed(challenge), refused }
      audit({ userId, ...(passkey && { after: passkey.inEvent }) })
      const expired = service.expiredPasswordHandle(challenge)
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
        passkey ? passkey.withUse(service.markUsed(challenge)) : service.markUsed(challenge),
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

/** How each second factor proves the identity (RFC 8176). */
const methodsOf: Readonly<Record<SecondFactor, readonly AuthenticationMethod[]>> = {
  // RFC 8176 has no value for a mailed code: `otp` are those of RFC 4226 and RFC 6238.
  EMAIL_OTP: [],
  SMS_MFA: ['sms'],
  WEB_AUTHN: ['pop', 'user'],
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
