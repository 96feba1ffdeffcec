import type { Config } from '../config.ts'
import type { Clock } from '../shared/clock.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { Altcha } from './altcha.ts'
import type { CaptchaProvider } from './captcha.ts'
import { Turnstile } from './turnstile.ts'

/** Returns the configured captcha provider, or undefined if there is none. */
export function makeCaptchaProvider(
  config: Config,
  keyring: Keyring,
  clock: Clock,
): CaptchaProvider | undefined {
  const { captcha } = config
  if (captcha.provider === 'altcha')
    return new Altcha(keyring.marks('captcha', config.publicUrl), clock)
  if (captcha.provider === 'turnstile') return new Turnstile(captcha, clock)
  return undefined
}
