import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idInPath, instant } from './fields.ts'
import { maxPasskeys } from './passkeys.ts'

/** Number of recovery codes that a user gets at a time. */
export const recoveryCodeCount = 10

/**
 * Handle of a secret that is not stored yet: the secret, its expiry and a MAC of both with the session. Valid for 10
 * minutes (decision 92).
 */
export const totpHandle = z.string().regex(/^[A-Z2-7]{32}\.[0-9a-z]{1,11}\.[\w-]{43}$/)

/** A code of an authenticator app. */
export const totpCode = z.string('Código inválido.').regex(/^\d{6}$/, 'Código inválido.')

/** An authenticator app, without its secret. */
const totp = z.object({
  created_at: instant,
  /** Latest sign-in with a code of the app; null if there was none. */
  last_used_at: instant.nullable(),
})

/** Authenticator app and recovery codes of a user, without secrets. */
const ownCodes = {
  /** Null if the user has none. */
  totp: totp.nullable(),
  /** Null if the user never created codes. */
  recovery_codes: z
    .object({ created_at: instant, unused: z.int().min(0).max(recoveryCodeCount) })
    .nullable(),
}

/**
 * Authenticator app (TOTP, RFC 6238) and recovery codes of the caller (decision 92), and the factors of another user.
 * Passkeys of the caller: passkeys.ts.
 */
export const factors = {
  factorList: endpoint({
    method: 'GET',
    path: '/user/factors',
    summary:
      'The authenticator app and the recovery codes of the caller. Passkeys have their own list.',
    access: 'signed-in',
    audit: 'none',
    success: z.object(ownCodes),
    problems: [],
  }),
  factorListOfUser: endpoint({
    method: 'GET',
    path: '/user/{userId}/factors',
    summary:
      'The number of passkeys, the authenticator app and the recovery codes of a user whose account the caller may manage. Contains no credential ids, keys or secrets.',
    access: { screen: '/user-edit' },
    audit: 'none',
    params: z.strictObject({ userId: idInPath }),
    success: z.object({
      passkeys: z.object({
        count: z.int().min(0).max(maxPasskeys),
        /** Latest use of any of them; null if none was used. */
        last_used_at: instant.nullable(),
      }),
      ...ownCodes,
    }),
    problems: ['user-not-found', 'user-of-other-companies'],
  }),
  totpOptions: endpoint({
    method: 'POST',
    path: '/user/totp/options',
    summary:
      'A new secret for an authenticator app. Stored only by `totpCreate`, within 10 minutes. Forbidden to users of an identity provider. No body.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({
      session: totpHandle,
      /** The secret in Base32, to be typed into the app. */
      secret: z.string(),
      /** `otpauth://` URI with the secret. */
      uri: z.string(),
      /** QR code of the URI, as SVG. */
      qr: z.string(),
    }),
    problems: ['totp-exists'],
  }),
  totpCreate: endpoint({
    method: 'POST',
    path: '/user/totp',
    summary:
      'Adds an authenticator app to the caller, if the code is valid for the secret. The caller is notified.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'totp.created',
      title: 'Cadastro de aplicativo autenticador',
      past: 'Aplicativo autenticador cadastrado',
    },
    body: z.strictObject({ session: totpHandle, code: totpCode }),
    success: totp,
    problems: ['totp-options-expired', 'totp-code-invalid', 'totp-exists', 'own-factor-required'],
  }),
  totpDelete: endpoint({
    method: 'DELETE',
    path: '/user/totp',
    summary: 'Removes the authenticator app of the caller, who is notified. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'totp.removed',
      title: 'Remoção de aplicativo autenticador',
      past: 'Aplicativo autenticador removido',
    },
    success: z.object({}),
    problems: ['not-found', 'own-factor-required'],
  }),
  recoveryCodesCreate: endpoint({
    method: 'POST',
    path: '/user/recovery-codes',
    summary:
      'Creates ten recovery codes, shown only in this response, and deletes all older ones. Forbidden to users of an identity provider. The caller is notified. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'recovery-code.created',
      title: 'Geração de códigos de recuperação',
      past: 'Códigos de recuperação gerados',
    },
    success: z.object({ codes: z.array(z.string()).length(recoveryCodeCount) }),
    problems: ['own-factor-required'],
  }),
}
