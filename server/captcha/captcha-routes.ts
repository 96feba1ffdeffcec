import type { captcha } from '../../contract/captcha.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Captcha } from './captcha.ts'

export function captchaRoutes(parts: { captcha: Captcha }): Handlers<typeof captcha> {
  return {
    captchaChallenge: () => parts.captcha.describe(),
  }
}
