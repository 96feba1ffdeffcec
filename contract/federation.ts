import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'

/**
 * Why someone goes to the identity provider (portal.md §4): to sign in, to sign in and go on to a module (`redirect`),
 * or to confirm identity in a popup (`validating`).
 */
export const federationPurposes = ['sign-in', 'redirect', 'validating'] as const
export type FederationPurpose = (typeof federationPurposes)[number]

/**
 * Federated sign-in by OpenID Connect, code flow with PKCE, state and nonce. Both are visited, not fetched: they answer
 * with a redirect, errors too: `/auth?problem=<code>`.
 */
export const federation = {
  federatedStart: endpoint({
    method: 'GET',
    path: '/federated/start',
    summary: 'Sends the browser to the identity provider; the e-mail domain chooses a company provider of its own.',
    access: 'public',
    audit: 'federation.started',
    query: z.strictObject({ purpose: z.enum(federationPurposes), email: email.optional() }),
    success: { redirect: true },
    problems: [],
  }),
  federatedCallback: endpoint({
    method: 'GET',
    path: '/federated/callback',
    summary: 'Where the identity provider sends the browser back: to /auth?code=… with a code for the session or the proof.',
    access: 'public',
    audit: 'federation.returned',
    query: z.looseObject({}),
    success: { redirect: true },
    problems: [],
  }),
}
