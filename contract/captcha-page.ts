/** Request header for the captcha token. The helper page also uses this name, as `key` of its message. */
export const captchaHeader = 'x-captcha-token'
/** Size of the frame that holds the helper page (portal.md §7). */
export const captchaFrame = { width: 380, height: 400 } as const
/** Path of the helper page. */
export const captchaPage = '/captcha'
