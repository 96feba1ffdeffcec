import { z } from 'zod'
import { decodedToken } from './decoded-token.ts'
import { endpoint } from './endpoint.ts'
import { accessToken, id } from './fields.ts'

/** What a token says about itself when it is alive. */
const validity = z.object({
  active: z.literal(true),
  user_id: id,
  session_id: z.uuid(),
  module_id: id.nullable(),
  company_id: id.nullable(),
  spid: z.string().nullable(),
  /** Seconds since 1970, as in the token. */
  expires_at: z.int(),
})

export const sessions = {
  userLocalToken: endpoint({
    method: 'GET',
    path: '/user-local/token',
    summary:
      'Exchanges a one-time code for a token, once. A module with a secret sends it as Basic credentials (module id:secret).',
    access: 'public',
    audit: 'session.code-exchanged',
    query: z.strictObject({ code: z.string().min(1).max(200) }),
    success: z.object({ access_token: z.string(), decodedToken }),
    problems: ['code-not-found', 'module-secret-invalid'],
  }),
  userValidate: endpoint({
    method: 'GET',
    path: '/user/validate',
    summary: 'Tells whether the bearer token is alive, of whichever module it is.',
    access: 'any-token',
    audit: 'none',
    success: validity,
    problems: [],
  }),
  userTokenValidate: endpoint({
    method: 'POST',
    path: '/user/token-validate',
    summary: 'Tells whether the token in the body is alive, and what it grants.',
    access: 'public',
    audit: 'none',
    body: z.strictObject({ access_token: accessToken }),
    success: validity.extend({ decodedToken }),
    problems: ['access-token-invalid', 'access-token-expired'],
  }),
  userValid: endpoint({
    method: 'POST',
    path: '/user/valid',
    summary:
      'The route guard: may the bearer open this screen (front) or call this endpoint (back)?',
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
      'Signs out: ends the session of the token, with all of its tokens. `logout_url` is where a federated person signs out at the provider too.',
    access: 'any-token',
    audit: 'session.signed-out',
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
}
