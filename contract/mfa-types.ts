/** Ways in which a one-time code is sent (portal.md §9); apart, since the sign-in page loads no schemas (decision 37). */
export const mfaTypes = ['SMS_MFA', 'EMAIL_OTP'] as const
export type MfaType = (typeof mfaTypes)[number]
