/** Channels for one-time codes (portal.md §9). */
export const mfaTypes = ['SMS_MFA', 'EMAIL_OTP'] as const
export type MfaType = (typeof mfaTypes)[number]
