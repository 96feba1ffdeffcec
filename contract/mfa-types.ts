/** Channels for one-time codes (portal.md §9). */
export const mfaTypes = ['SMS_MFA', 'EMAIL_OTP'] as const
/** Ways to answer the challenge of a sign-in: a code, or a passkey. */
export const secondFactors = [...mfaTypes, 'WEB_AUTHN'] as const
export type SecondFactor = (typeof secondFactors)[number]
export type MfaType = (typeof mfaTypes)[number]
