import { z } from 'zod'
import { captchaHeader } from './captcha-page.ts'
import { endpoint } from './endpoint.ts'

/** Message that the helper page posts to its parent when the captcha is solved. */
export const captchaMessage = z.object({
  key: z.literal(captchaHeader),
  value: z.string().min(1).max(8192),
})

export const captcha = {
  captchaChallenge: endpoint({
    method: 'GET',
    path: '/captcha/challenge',
    summary:
      'The kind of captcha that sign-in and recovery need, and its challenge if it is self-hosted.',
    access: 'public',
    audit: 'none',
    success: z.object({
      provider: z.enum(['altcha', 'turnstile', 'none']),
      /** Public key of this site at a hosted captcha provider. */
      siteKey: z.string().optional(),
      /** Challenge of the self-hosted proof of work, in the format of its widget. */
      challenge: z.unknown().optional(),
    }),
    problems: [],
  }),
}
