/** Channels for one-time codes (portal.md §9). In a file without schemas: the sign-in page loads none (decision 37). */
export const mfaTypes = ['SMS_MFA', 'EMAIL_OTP'] as const
export type MfaType = (typeof mfaTypes)[number]
