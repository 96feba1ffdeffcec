/** Channels for one-time codes (portal.md §9). */
export const mfaTypes = ['SMS_MFA', 'EMAIL_OTP'] as const
/** Second factors that start with `userChooseMfa`: it sends a code, or returns the options to use a passkey. */
export const begunFactors = [...mfaTypes, 'WEB_AUTHN'] as const
/** Second factors whose code is not sent, because the user has it: an authenticator app (TOTP), and recovery codes. */
export const ownCodes = ['SOFTWARE_TOKEN_MFA', 'RECOVERY_CODE'] as const
/** Ways to answer the challenge of a sign-in (rulings §11). */
export const secondFactors = [...begunFactors, ...ownCodes] as const
/** Second proofs of a recovery: factors that the user has, in contrast to codes by mail or SMS (decision 96). */
export const secondProofs = ['WEB_AUTHN', ...ownCodes] as const
export type SecondProofName = (typeof secondProofs)[number]
export type SecondFactor = (typeof secondFactors)[number]
/** Second factors that are answered with a code. */
export type CodeFactor = MfaType | OwnCode
export type OwnCode = (typeof ownCodes)[number]
export type MfaType = (typeof mfaTypes)[number]

export const isOwnCode = (factor: SecondFactor): factor is OwnCode =>
  (ownCodes as readonly SecondFactor[]).includes(factor)
