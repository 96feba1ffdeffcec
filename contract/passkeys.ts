import { z } from 'zod'
import { decodedToken } from './decoded-token.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { typedText } from './typed-text.ts'
import { assertion, attestation, creationOptions, requestOptions } from './webauthn.ts'

/** Maximum number of passkeys of a user. */
export const maxPasskeys = 20
export const passkeyNameMax = 60

/** Page on which users create and remove passkeys ('Minha conta'), as `/.well-known/passkey-endpoints` names it. */
export const passkeyPage = '/my-account'

/**
 * Handle of a WebAuthn challenge: a nonce, its expiry and a MAC of both. Valid for 5 minutes; a challenge is accepted
 * once (decision 91).
 */
export const passkeyHandle = z.string().regex(/^[\w-]{43}\.[0-9a-z]{1,11}\.[\w-]{43}$/)

/** A passkey, as shown to its owner. */
export const passkey = z.object({
  id,
  /** In base64url, for `PublicKeyCredential.signalAllAcceptedCredentials()`. */
  credential_id: z.string(),
  name: z.string(),
  /** Model of the authenticator; all zeros if it does not say. Some vendors' values have no version of RFC 9562. */
  aaguid: z.guid(),
  transports: z.array(z.string()),
  /** True if the passkey is stored in more than one place, such as a synchronised password manager. */
  backed_up: z.boolean(),
  created_at: instant,
  /** Null if the passkey was never used. */
  last_used_at: instant.nullable(),
})

export type Passkey = z.output<typeof passkey>

const params = z.strictObject({ id: idInPath })
const name = typedText({ max: passkeyNameMax, required: 'Informe o nome da chave de acesso.' })

/** Maximum size of a body with a new passkey, which contains its public key several times. */
const bodyLimit = 16 * 1024

/**
 * Passkeys: the user's own, and sign-in with one (decision 91). A second factor with a passkey is in sign-in.ts, a
 * confirmation of identity in confirmations.ts.
 */
export const passkeys = {
  passkeyList: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    summary:
      'The passkeys of the caller, oldest first, with what the browser needs to update its list of passkeys.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({
      passkeys: z.array(passkey).max(maxPasskeys),
      rp_id: z.string(),
      /** WebAuthn user handle, in base64url. */
      user_handle: z.string(),
    }),
    problems: [],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/user/passkeys/options',
    summary:
      'Options with which the browser creates a passkey for the caller. Valid for 5 minutes. Forbidden to users of an identity provider. No body.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({ session: passkeyHandle, options: creationOptions }),
    problems: ['passkey-limit'],
  }),
  passkeyCreate: endpoint({
    method: 'POST',
    path: '/user/passkeys',
    summary: 'Adds a passkey to the caller, named after its authenticator. The caller is notified.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'passkey.created',
      title: 'Cadastro de chave de acesso',
      past: 'Chave de acesso criada',
    },
    body: z.strictObject({ session: passkeyHandle, credential: attestation }),
    bodyLimit,
    success: passkey,
    problems: [
      'passkey-challenge-expired',
      'passkey-refused',
      'passkey-exists',
      'passkey-limit',
      'own-factor-required',
    ],
  }),
  passkeyRename: endpoint({
    method: 'PUT',
    path: '/user/passkeys/{id}',
    summary: 'Renames a passkey of the caller.',
    access: 'signed-in',
    audit: {
      event: 'passkey.renamed',
      title: 'Alteração do nome de chave de acesso',
      past: 'Nome de chave de acesso alterado',
    },
    params,
    body: z.strictObject({ name }),
    success: passkey,
    problems: ['not-found'],
  }),
  passkeyDelete: endpoint({
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    summary: 'Removes a passkey of the caller, who is notified. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'passkey.removed',
      title: 'Remoção de chave de acesso',
      past: 'Chave de acesso removida',
    },
    params,
    success: z.object({}),
    problems: ['not-found', 'own-factor-required'],
  }),
  authPasskeyOptions: endpoint({
    method: 'POST',
    path: '/auth-passkey/options',
    summary:
      'Options with which the browser signs in by passkey. They are the same for everyone except for the challenge. Valid for 5 minutes. No body.',
    access: 'public',
    audit: 'none',
    success: z.object({ session: passkeyHandle, options: requestOptions }),
    problems: [],
  }),
  authPasskey: endpoint({
    method: 'POST',
    path: '/auth-passkey',
    summary:
      'Signs in by passkey and creates the session. Refused alike for an unknown passkey, a wrong signature, and an account that may not sign in by passkey.',
    access: 'public',
    audit: {
      event: 'sign-in.completed',
      title: 'Login com chave de acesso',
      past: 'Entrada na conta',
    },
    body: z.strictObject({ session: passkeyHandle, credential: assertion }),
    success: z.object({ access_token: z.string(), decodedToken }),
    problems: ['passkey-challenge-expired', 'passkey-refused'],
  }),
}
