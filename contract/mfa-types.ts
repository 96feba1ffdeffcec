/**
 * Channels for one-time codes (portal.md §9). This file has no schemas, because the sign-in page loads none (decision
 * 37).
 */
export const mfaTypes = ['SMS_MFA', 'EMAIL_OTP'] as const
export type MfaType = (typeof mfaTypes)[number]
