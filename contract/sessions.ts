import { z } from 'zod'
import { authenticationClaims } from './authentication.ts'
import { decodedToken } from './decoded-token.ts'
import { endpoint } from './endpoint.ts'
import { accessToken, id, instant } from './fields.ts'

/** Claims of a valid token. */
const validity = z.object({
  active: z.literal(true),
  user_id: id,
  session_id: z.uuid(),
  module_id: id.nullable(),
  company_id: id.nullable(),
  spid: z.string().nullable(),
  /** Seconds since 1970, as in the token. */
  expires_at: z.int(),
  ...authenticationClaims.shape,
})

/** Maximum number of sessions in the list. Ending all other sessions also ends those beyond this maximum. */
export const ownSessionsMax = 100

/** A live session, as shown to its owner and to those who administer the account. */
export const ownSession = z.object({
  id: z.uuid(),
  /** True for the session of this request. */
  current: z.boolean(),
  /** Sign-in method: password and second factor, identity provider, or passkey alone. */
  method: z.enum(['password', 'federated', 'passkey']),
  address: z.string(),
  /** `user-agent` header at the start of the session, cut at 400 characters. */
  user_agent: z.string(),
  started_at: instant,
  /** Exact for the current session; up to a minute old for the others. */
  last_used_at: instant,
  expires_at: instant,
})

export type OwnSession = z.output<typeof ownSession>

export const sessions = {
  userLocalToken: endpoint({
    method: 'GET',
    path: '/user-local/token',
    summary:
      'Exchanges a one-time code for a token, once. A module with a secret sends it as Basic credentials (module id:secret).',
    access: 'public',
    basic: 'optional',
    audit: {
      event: 'session.code-exchanged',
      title: 'Entrada em módulo',
      past: 'Entrada em um módulo',
    },
    query: z.strictObject({ code: z.string().min(1).max(200) }),
    success: z.object({ access_token: z.string(), decodedToken }),
    problems: ['code-not-found', 'module-secret-invalid'],
  }),
  userValidate: endpoint({
    method: 'GET',
    path: '/user/validate',
    summary: 'Whether the bearer token, of any module, is valid.',
    access: 'any-token',
    audit: 'none',
    success: validity,
    problems: [],
  }),
  userTokenValidate: endpoint({
    method: 'POST',
    path: '/user/token-validate',
    summary: 'Whether the token in the body is valid, and what it grants.',
    access: 'public',
    audit: 'none',
    body: z.strictObject({ access_token: accessToken }),
    success: validity.extend({ decodedToken }),
    problems: ['access-token-invalid', 'access-token-expired'],
  }),
  userValid: endpoint({
    method: 'POST',
    path: '/user/valid',
    summary: 'Whether the caller may open this screen (front) or call this endpoint (back).',
    access: 'signed-in',
    audit: 'none',
    body: z.strictObject({
      environment: z.enum(['front', 'back']),
      path: z.string().min(1).max(300),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    }),
    success: z.object({ valid: z.literal(true), actions: z.array(z.string()) }),
    problems: [],
  }),
  userInvalidateToken: endpoint({
    method: 'PUT',
    path: '/user/invalidate-token',
    summary:
      'Signs out: ends the session of the token, with all of its tokens. `logout_url` is where a federated user also signs out at the provider.',
    access: 'any-token',
    audit: { event: 'session.signed-out', title: 'Saída', past: 'Saída da conta' },
    body: z.strictObject({ access_token: accessToken }),
    success: z.object({ logout_url: z.url().optional() }),
    problems: ['access-token-invalid'],
  }),
  userVerifyLastAccess: endpoint({
    method: 'PUT',
    path: '/user/verify-last-access',
    summary:
      'The last access before this sign-in, as a sentence for the first visit of the access page.',
    access: 'signed-in',
    audit: 'none',
    body: z.strictObject({ token: accessToken }),
    success: z.object({ formatedDate: z.string().nullable() }),
    problems: ['access-token-invalid'],
  }),
  /** Lists only the caller's own sessions. user-sessions.ts lists those of other users. */
  userSessionList: endpoint({
    method: 'GET',
    path: '/user/sessions',
    summary: 'The live sessions of the caller, the current one first, then by last use.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({ sessions: z.array(ownSession).max(ownSessionsMax) }),
    problems: [],
  }),
  /**
   * Ends one of the caller's own sessions with all of its tokens, from the next request on. Ending the current session
   * is a sign-out without a visit to the identity provider. The response is `not-found` for a session that has ended,
   * belongs to another user or never existed.
   */
  userSessionEnd: endpoint({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    summary: 'Ends one session of the caller, on any device. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'session.ended',
      title: 'Encerramento de sessão própria',
      past: 'Sessão encerrada',
    },
    params: z.strictObject({ id: z.uuid('Identificador inválido.') }),
    success: z.object({}),
    problems: ['not-found'],
  }),
  userSessionEndOthers: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    summary:
      'Ends all sessions of the caller except the current one and returns their number. No body.',
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'session.others-ended',
      title: 'Encerramento das outras sessões próprias',
      past: 'Outras sessões encerradas',
    },
    success: z.object({ ended: z.int() }),
    problems: [],
  }),
}
