import { z } from 'zod'
import { decodedToken } from './decoded-token.ts'
import { endpoint } from './endpoint.ts'
import { email, instant } from './fields.ts'
import { begunFactors, secondFactors, secondProofs } from './mfa-types.ts'
import { assertion, requestOptions } from './webauthn.ts'

/** Handle of an unfinished sign-in: 256 random bits, base64url. */
export const signInHandle = z.string().regex(/^[\w-]{43}$/)

export const signIn = {
  authLocal: endpoint({
    method: 'POST',
    path: '/auth-local',
    summary:
      'Begins a sign-in with user and password as Basic credentials (RFC 7617, UTF-8). No body.',
    access: 'public',
    basic: 'required',
    captcha: true,
    audit: {
      event: 'sign-in.started',
      title: 'Início de login',
      past: 'Senha conferida ao entrar',
    },
    success: z.object({
      Session: signInHandle,
      ChallengeName: z.enum(['SELECT_MFA_TYPE', 'NEW_PASSWORD_REQUIRED']),
      /**
       * With NEW_PASSWORD_REQUIRED: true if the user has no secret question yet. Otherwise `userSetPassword` keeps the
       * stored question and answer if none is sent.
       */
      first_access: z.boolean().optional(),
      /**
       * With NEW_PASSWORD_REQUIRED after a recovery: `userSetPassword` also needs one of these proofs until the time
       * `waits_until`, or always if it is null (decision 96). Absent if none is needed.
       */
      second_proof: z
        .object({ proofs: z.array(z.enum(secondProofs)), waits_until: instant.nullable() })
        .optional(),
      /**
       * Masked destinations; SMS only if a phone number is stored. The other second factors, with fixed texts, only if
       * the user has a passkey, an authenticator app, or unused recovery codes.
       */
      destinations: z
        .object({
          EMAIL_OTP: z.string(),
          SMS_MFA: z.string().optional(),
          WEB_AUTHN: z.string().optional(),
          SOFTWARE_TOKEN_MFA: z.string().optional(),
          RECOVERY_CODE: z.string().optional(),
        })
        .optional(),
    }),
    problems: ['invalid-credentials'],
  }),
  userChooseMfa: endpoint({
    method: 'POST',
    path: '/user/choose-mfa',
    summary:
      'Sends the six-digit code of a sign-in by e-mail or SMS, at most three times; or returns the options to use a passkey. An authenticator app and recovery codes need no such call.',
    access: 'public',
    audit: {
      event: 'sign-in.code-sent',
      title: 'Envio de código de login',
      past: 'Código de acesso enviado',
    },
    body: z.strictObject({ session: signInHandle, email, answer: z.enum(begunFactors) }),
    success: z.object({
      Session: signInHandle,
      ChallengeName: z.enum(begunFactors),
      /** Only with WEB_AUTHN. */
      options: requestOptions.optional(),
    }),
    problems: ['mfa-session-expired', 'mfa-session-used', 'mfa-refused'],
  }),
  userChangeMfa: endpoint({
    method: 'POST',
    path: '/user/change-mfa',
    summary:
      'Completes a sign-in with a code or a passkey and creates the session. A code that was sent, a code of an authenticator app, and a recovery code are each accepted once.',
    access: 'public',
    audit: { event: 'sign-in.completed', title: 'Conclusão de login', past: 'Entrada na conta' },
    body: z
      .strictObject({
        session: signInHandle,
        email,
        /** Required except with WEB_AUTHN: six digits, or a recovery code in any case, with or without hyphens. */
        code: z
          .string()
          .max(60, 'Código inválido.')
          .regex(/^(?:\d{6}|[\dA-Za-z][\dA-Za-z -]{22,58}[\dA-Za-z])$/, 'Código inválido.')
          .optional(),
        challengeName: z.enum(secondFactors),
        /** Required with WEB_AUTHN. */
        credential: assertion.optional(),
      })
      .superRefine(({ challengeName, code, credential }, context) => {
        const needed = challengeName === 'WEB_AUTHN' ? 'credential' : 'code'
        const message = needed === 'code' ? 'Código inválido.' : 'Use a chave de acesso.'
        const given = needed === 'code' ? code : credential
        const short = code?.length === 6
        if (
          given === undefined ||
          (code !== undefined && short === (challengeName === 'RECOVERY_CODE'))
        )
          context.addIssue({
            code: 'custom',
            path: [given === undefined ? needed : 'code'],
            message,
          })
      }),
    success: z.object({
      access_token: z.string(),
      /** True if the password has expired. `access_token` can then only be used to set a new password. */
      expired: z.boolean(),
      decodedToken: decodedToken.optional(),
    }),
    problems: ['mfa-session-expired', 'mfa-session-used', 'mfa-invalid-code', 'mfa-refused'],
  }),
}
