import type { signIn } from '../../contract/sign-in.ts'
import type { SessionService } from '../sessions/session-service.ts'
import { type Handlers, prepared } from '../shared/call.ts'
import { Problem } from '../shared/problem.ts'
import { upgradeHash } from './credential-queries.ts'
import { maskEmail, maskPhone } from './mask.ts'
import type { SignInService } from './sign-in-service.ts'

export function signInRoutes(service: SignInService, sessions: SessionService): Handlers<typeof signIn> {
  return {
    authLocal: prepared({
      prepare: ({ db, request }) => service.checkPassword(db, request.authorization),
      async write({ db, audit }, { user, email, betterHash }) {
        if (!user) {
          audit({ target: `email:${email}` })
          throw new Problem('invalid-credentials', { recorded: true })
        }
        audit({ userId: user.id, target: `user:${user.id}` })
        if (betterHash && user.password_id !== null) await upgradeHash(db, user.password_id, betterHash)
        const { session, name } = await service.beginChallenge(db, user)
        const sms = user.phone_number === null ? undefined : maskPhone(user.phone_number)
        return {
          Session: session,
          ChallengeName: name,
          ...(name === 'SELECT_MFA_TYPE' && { destinations: { EMAIL_OTP: maskEmail(user.email), SMS_MFA: sms } }),
        }
      },
    }),

    async userChooseMfa({ db, body, audit }) {
      const challenge = await service.sendCode(db, body)
      audit({ userId: challenge.user_id, target: `user:${challenge.user_id}`, after: { channel: body.answer } })
      return { Session: body.session, ChallengeName: body.answer }
    },

    async userChangeMfa({ db, body, audit, request, setBrowser }) {
      const { user_id: userId } = await service.answerChallenge(db, body)
      audit({ userId, target: `user:${userId}` })
      const handle = await service.expiredPasswordHandle(db, userId)
      if (handle) return { access_token: handle, expired: true }
      const { browser, ...session } = await sessions.begin(db, { userId, method: 'password', request })
      audit({ sessionId: session.sessionId })
      setBrowser(browser)
      return { access_token: session.accessToken, expired: false, decodedToken: session.decodedToken }
    },
  }
}
