import type { captcha } from '../../contract/captcha.ts'
import type { Handlers } from '../binder/call.ts'
import type { Captcha } from './captcha.ts'

export function captchaRoutes(parts: { captcha: Captcha }): Handlers<typeof captcha> {
  return {
    captchaChallenge: () => parts.captcha.describe(),
  }
}
