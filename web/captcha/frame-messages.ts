import { z } from 'zod'
import { captchaMessage } from '../../contract/captcha.ts'

/**
 * What the helper page tells the page around it: that it has come, that it couldn't do its work, or the token
 * (portal.md §7). Both are of one origin, and each checks it.
 */
export const frameMessage = z.union([
  captchaMessage,
  z.strictObject({ captcha: z.enum(['ready', 'failed']) }),
])

export type FrameMessage = z.output<typeof frameMessage>
