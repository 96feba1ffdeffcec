import type { passwords } from '../../contract/passwords.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Config } from '../config.ts'
import { OwnCodeFactor } from '../factors/own-code-factor.ts'
import type { TotpSecrets } from '../factors/totp-secrets.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import type { RecoveryParts } from '../recoveries/recovery-service.ts'
import { PasskeyFactor } from '../sign-in/passkey-factor.ts'
import type { SignInService } from '../sign-in/sign-in-service.ts'
import { newPasswordRoutes } from './new-password-routes.ts'
import type { PasswordService } from './password-service.ts'
import { secretAnswerRoutes } from './secret-answer-routes.ts'
import { temporaryPasswordRoutes } from './temporary-password-routes.ts'

interface PasswordParts extends RecoveryParts {
  passwords: PasswordService
  signIn: SignInService
  rateLimiter: RateLimiter
  devices: DeviceCookie
  totpSecrets: TotpSecrets
  config: Pick<Config, 'publicUrl' | 'brand' | 'recoveryWaitHours'>
}

export function passwordRoutes(parts: PasswordParts): Handlers<typeof passwords> {
  const ownCodes = new OwnCodeFactor(parts)
  const passkeys = new PasskeyFactor(relyingPartyOf(parts.config), parts.signIn)
  return {
    ...newPasswordRoutes({ ...parts, ownCodes, passkeys }),
    ...secretAnswerRoutes(parts),
    ...temporaryPasswordRoutes(parts),
  }
}
