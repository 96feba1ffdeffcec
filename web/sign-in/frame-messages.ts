import { z } from 'zod'
import { captchaMessage } from '../../contract/captcha.ts'

/**
 * Messages from the captcha page to the page that embeds it: loaded, failed, or the token (portal.md §7). Both pages
 * have the same origin, and each checks it.
 */
export const frameMessage = z.union([
  captchaMessage,
  z.strictObject({ captcha: z.enum(['ready', 'failed']) }),
])

export type FrameMessage = z.output<typeof frameMessage>
