import { z } from 'zod'
import { confirmedOperation } from './confirmed-operation.ts'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { passkeyHandle } from './passkeys.ts'
import { typedPassword } from './typed-password.ts'
import { assertion, requestOptions } from './webauthn.ts'

const operations = z.array(confirmedOperation).min(1).max(50)
/** Maximum body size, enough for 50 writes with the longest paths. */
const bodyLimit = 24 * 1024

export const confirmations = {
  userLocalValidatePassword: endpoint({
    method: 'POST',
    path: '/user-local/validate-password',
    summary:
      'Confirms identity by password for the given writes; the code is valid once for each of them, for 2 minutes.',
    access: 'signed-in',
    audit: {
      event: 'identity.confirmed-by-password',
      title: 'Confirmação de identidade por senha',
      past: 'Identidade confirmada com a senha',
    },
    body: z.strictObject({
      email,
      password: typedPassword('Preencha o campo de senha'),
      operations,
    }),
    bodyLimit,
    success: z.object({ code: z.string() }),
    problems: ['password-invalid'],
  }),
  userLocalValidateToken: endpoint({
    method: 'POST',
    path: '/user-local/validate-token',
    summary:
      'Confirms identity for the given writes by the token of a recent federated authentication.',
    access: 'signed-in',
    audit: {
      event: 'identity.confirmed-by-federation',
      title: 'Confirmação de identidade pelo provedor',
      past: 'Identidade confirmada no provedor',
    },
    body: z.strictObject({ token: z.string().min(1).max(200), operations }),
    bodyLimit,
    success: z.object({ code: z.string() }),
    problems: ['federated-proof-invalid'],
  }),
  userLocalValidatePasskeyOptions: endpoint({
    method: 'POST',
    path: '/user-local/validate-passkey/options',
    summary:
      'Options with which the browser signs the given writes by passkey. The challenge is a hash of the writes, the session, the company and a nonce. Valid for 5 minutes.',
    access: 'signed-in',
    audit: 'none',
    body: z.strictObject({ operations }),
    bodyLimit,
    success: z.object({ session: passkeyHandle, options: requestOptions }),
    problems: [],
  }),
  userLocalValidatePasskey: endpoint({
    method: 'POST',
    path: '/user-local/validate-passkey',
    summary:
      'Confirms identity for the given writes by a signature of a passkey of the caller. The signature is stored with the audit event.',
    access: 'signed-in',
    audit: {
      event: 'identity.confirmed-by-passkey',
      title: 'Confirmação de identidade por chave de acesso',
      past: 'Identidade confirmada com a chave de acesso',
    },
    body: z.strictObject({ session: passkeyHandle, operations, credential: assertion }),
    bodyLimit: bodyLimit + 8 * 1024,
    success: z.object({ code: z.string() }),
    problems: ['passkey-challenge-expired', 'passkey-refused'],
  }),
  userLocalAuthValidate: endpoint({
    method: 'POST',
    path: '/user-local/auth-validate',
    summary:
      "Checks the caller's own password before entering a module; `basic` is user:password in Base64.",
    access: 'signed-in',
    audit: {
      event: 'identity.checked',
      title: 'Verificação de identidade',
      past: 'Senha conferida',
    },
    body: z.strictObject({ basic: z.string().min(1).max(2000) }),
    success: z.object({}),
    problems: ['password-invalid'],
  }),
}
