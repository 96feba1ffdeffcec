import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id } from './fields.ts'
import { secondProofs } from './mfa-types.ts'
import { brokenPasswordRule } from './password-policy.ts'
import { signInHandle } from './sign-in.ts'
import { typedPassword } from './typed-password.ts'
import { assertion } from './webauthn.ts'

/** Schema of a new password. The error message is that of the first rule that the password breaks. */
const newPassword = typedPassword().superRefine((password, context) => {
  const sentence = brokenPasswordRule(password)
  if (sentence) context.addIssue({ code: 'custom', message: sentence })
})

const secretAnswer = z.strictObject({
  /** The user who answers the secret question, by e-mail or id. */
  user: z.union([id, email]),
  question: id,
  response: z.string().trim().min(1, 'Insira a resposta.').max(200),
})

/** Endpoints for setting, renewing and recovering passwords (portal.md §4, §5, §7). */
export const passwords = {
  userSetPassword: endpoint({
    method: 'POST',
    path: '/user/set-password',
    summary:
      'Sets a password in place of a temporary one, and the secret question; a user who has one may leave it out to keep it.',
    access: 'public',
    audit: {
      event: 'password.first-set',
      title: 'Definição da primeira senha',
      past: 'Primeira senha criada',
    },
    body: z.strictObject({
      session: signInHandle,
      email,
      /** The temporary password, with spaces or hyphens as typed. */
      oldPassword: z.string().min(1).max(100, 'Use no máximo 100 caracteres.'),
      newPassword,
      secretQuestion: secretAnswer.optional(),
      /** Second proof, if `authLocal` says so: a code, or a passkey with the options of `userChooseMfa` (decision 96). */
      proof: z
        .strictObject({
          challengeName: z.enum(secondProofs),
          code: z.string().trim().min(6, 'Código inválido.').max(60, 'Código inválido.').optional(),
          credential: assertion.optional(),
        })
        .optional(),
    }),
    success: z.object({}),
    problems: [
      'invalid-credentials',
      'second-proof-required',
      'mfa-invalid-code',
      'mfa-session-expired',
      'mfa-session-used',
      'mfa-refused',
      'password-already-used',
      'password-guessable',
      'password-breached',
      'secret-question-not-found',
    ],
  }),
  userSetPasswordExpired: endpoint({
    method: 'POST',
    path: '/user/set-password-expired',
    summary:
      'Sets a password in place of an expired one; `access_token` is the temporary token of the sign-in.',
    access: 'public',
    audit: {
      event: 'password.renewed',
      title: 'Troca de senha expirada',
      past: 'Senha vencida trocada',
    },
    body: z.strictObject({ email, newPassword, access_token: signInHandle }),
    success: z.object({}),
    problems: [
      'mfa-session-expired',
      'mfa-session-used',
      'mfa-refused',
      'password-already-used',
      'password-guessable',
      'password-breached',
    ],
  }),
  secretQuestionList: endpoint({
    method: 'GET',
    path: '/secret-question',
    summary: 'The secret questions to choose from.',
    access: 'public',
    audit: 'none',
    success: z.object({ questions: z.array(z.object({ id, name: z.string() })) }),
    problems: [],
  }),
  userSecretQuestion: endpoint({
    method: 'POST',
    path: '/user/secret-question',
    summary: "Replaces the caller's own secret question and answer.",
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'password.secret-answer-set',
      title: 'Definição da resposta secreta',
      past: 'Pergunta secreta definida',
    },
    body: secretAnswer,
    success: z.object({}),
    problems: ['user-not-found', 'secret-question-not-found'],
  }),
  userRecoveryAccount: endpoint({
    method: 'POST',
    path: '/user/recovery-account',
    summary:
      'Mails a temporary password if the secret answer is right; the response is the same in all cases.',
    access: 'public',
    captcha: true,
    audit: {
      event: 'password.recovery-asked',
      title: 'Pedido de recuperação de conta',
      past: 'Recuperação de senha pedida',
    },
    body: z.strictObject({
      email,
      question: id,
      response: z.string().trim().min(1, 'Insira a resposta.').max(200),
    }),
    success: z.object({}),
    problems: [],
  }),
  userResetPassword: endpoint({
    method: 'POST',
    path: '/user/reset-password',
    summary:
      'Mails a temporary password to a user in scope. The current password stops working, unless the user has a passkey or an authenticator app, so that a second proof is needed, or profile 3 (Suporte) resets an account that holds profiles 1 to 4 or a master profile.',
    access: { screen: '/user-edit', action: 'reset-password' },
    confirm: true,
    audit: {
      event: 'password.reset',
      title: 'Redefinição de senha de usuário',
      past: 'Senha resetada',
    },
    body: z.strictObject({ email }),
    success: z.object({}),
    problems: [
      'user-not-found',
      'user-of-other-companies',
      'user-not-active',
      'recovery-frozen',
      'email-change-pending',
    ],
  }),
}
