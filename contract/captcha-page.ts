/** Header in which the client sends the captcha token; the message of the helper page gives this name as `key`. */
export const captchaHeader = 'x-captcha-token'
/** Size of the frame that holds the helper page (portal.md §7). */
export const captchaFrame = { width: 380, height: 400 } as const
/** Address of the helper page. */
export const captchaPage = '/captcha'
