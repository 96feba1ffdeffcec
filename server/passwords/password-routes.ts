import type { passwords } from '../../contract/passwords.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Clock } from '../shared/clock.ts'
import type { SignInService } from '../sign-in/sign-in-service.ts'
import { newPasswordRoutes } from './new-password-routes.ts'
import type { PasswordService } from './password-service.ts'
import { secretAnswerRoutes } from './secret-answer-routes.ts'
import { temporaryPasswordRoutes } from './temporary-password-routes.ts'

interface PasswordParts {
  passwords: PasswordService
  signIn: SignInService
  rateLimiter: RateLimiter
  devices: DeviceCookie
  clock: Clock
}

export function passwordRoutes(parts: PasswordParts): Handlers<typeof passwords> {
  return {
    ...newPasswordRoutes(parts),
    ...secretAnswerRoutes(parts),
    ...temporaryPasswordRoutes(parts),
  }
}
