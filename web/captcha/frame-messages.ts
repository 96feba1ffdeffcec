import { z } from 'zod'
import { captchaMessage } from '../../contract/captcha.ts'

/**
 * The messages of the captcha page to the page around it: that it was loaded, that it failed, or the token
 * (portal.md §7). Both are of one origin, and each checks it.
 */
export const frameMessage = z.union([
  captchaMessage,
  z.strictObject({ captcha: z.enum(['ready', 'failed']) }),
])

export type FrameMessage = z.output<typeof frameMessage>
