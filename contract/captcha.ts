import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Header in which the client sends the captcha token; the message of the helper page gives this name as `key`. */
export const captchaHeader = 'x-captcha-token'
/** Size of the frame that holds the helper page (portal.md §7). */
export const captchaFrame = { width: 380, height: 400 } as const
/** Address of the helper page. */
export const captchaPage = '/captcha'

/** What the helper page posts to its parent when the captcha is passed. */
export const captchaMessage = z.object({
  key: z.literal(captchaHeader),
  value: z.string().min(1).max(8192),
})

export const captcha = {
  captchaChallenge: endpoint({
    method: 'GET',
    path: '/captcha/challenge',
    summary:
      'Which captcha guards sign-in and recovery, and for the self-hosted one the challenge to solve.',
    access: 'public',
    audit: 'none',
    success: z.object({
      provider: z.enum(['altcha', 'turnstile', 'none']),
      /** Public key of this site at a hosted captcha provider. */
      siteKey: z.string().optional(),
      /** Challenge of the self-hosted proof of work, in the form that its widget expects. */
      challenge: z.unknown().optional(),
    }),
    problems: [],
  }),
}
