import type { signIn } from '../../contract/sign-in.ts'
import type { Attempt, Attempts } from '../attempts/attempts.ts'
import type { DeviceCookie } from '../attempts/device-cookie.ts'
import type { SessionService } from '../sessions/session-service.ts'
import { type Handlers, prepared } from '../binder/call.ts'
import { Problem } from '../binder/problem.ts'
import type { Clock } from '../shared/clock.ts'
import { upgradeHash } from './credential-queries.ts'
import { maskEmail, maskPhone } from './mask.ts'
import { PasswordCheck } from './password-check.ts'
import type { SignInService } from './sign-in-service.ts'

interface SignInParts {
  signIn: SignInService
  sessions: SessionService
  attempts: Attempts
  devices: DeviceCookie
  clock: Clock
}

export function signInRoutes(parts: SignInParts): Handlers<typeof signIn> {
  const { signIn: service, sessions, attempts, devices } = parts
  const passwordCheck = new PasswordCheck(parts)
  return {
    authLocal: prepared({
      prepare: (call) => passwordCheck.check(call),
      async write({ db, audit }, { user, by, betterHash }) {
        if (!user) throw new Problem('invalid-credentials', { recorded: true })
        audit({ userId: user.id })
        if (betterHash && user.password_id !== null)
          await upgradeHash(db, user.password_id, betterHash)
        const { session, name } = await service.beginChallenge(db, user, by)
        const sms = user.phone_number === null ? undefined : maskPhone(user.phone_number)
        return {
          Session: session,
          ChallengeName: name,
          ...(name === 'SELECT_MFA_TYPE' && {
            destinations: { EMAIL_OTP: maskEmail(user.email), SMS_MFA: sms },
          }),
        }
      },
    }),

    userChooseMfa: prepared({
      async prepare({ db, body, request }) {
        await service.admit(db, body, request.address)
        await attempts.spend('message', {
          account: body.email,
          holder: devices.read(request.cookies, body.email),
          address: request.address,
        })
      },
      async write({ db, body, audit }) {
        const challenge = await service.sendCode(db, body)
        audit({
          userId: challenge.user_id,
          target: `user:${challenge.user_id}`,
          after: { channel: body.answer },
        })
        return { Session: body.session, ChallengeName: body.answer }
      },
    }),

    userChangeMfa: prepared({
      async prepare({ db, body, request, audit }) {
        const { id } = await service.admit(db, body, request.address)
        audit({ target: `user:${id}` })
        return attempts.begin('code', {
          account: body.email,
          holder: devices.read(request.cookies, body.email),
          address: request.address,
        })
      },
      async write({ db, body, audit, request, setBrowser, setHeader }, attempt) {
        const { user_id: userId } = await counted(attempt, () => service.answerChallenge(db, body))
        audit({ userId, target: `user:${userId}` })
        const handle = await service.expiredPasswordHandle(db, userId)
        if (handle) return { access_token: handle, expired: true }
        const { browser, ...session } = await sessions.begin(db, {
          userId,
          method: 'password',
          request,
        })
        audit({ sessionId: session.sessionId })
        setBrowser(browser)
        setHeader('set-cookie', devices.issue(body.email))
        return {
          access_token: session.accessToken,
          expired: false,
          decodedToken: session.decodedToken,
        }
      },
    }),
  }
}

/** Counts an answer to a challenge: a wrong code slows the next ones down, a right one starts afresh. */
async function counted<T>(attempt: Attempt, answer: () => Promise<T>): Promise<T> {
  try {
    const result = await answer()
    await attempt.succeeded()
    return result
  } catch (error) {
    if (error instanceof Problem && error.code === 'mfa-invalid-code') await attempt.failed()
    throw error
  }
}
