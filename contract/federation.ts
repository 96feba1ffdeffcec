import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, idInPath } from './fields.ts'

/**
 * Why a person is sent to the identity provider (portal.md §4): to sign in, to sign in and go on to a module
 * (`redirect`), or to confirm identity in a popup (`validating`).
 */
export const federationPurposes = ['sign-in', 'redirect', 'validating'] as const
export type FederationPurpose = (typeof federationPurposes)[number]

/**
 * Federated sign-in by OpenID Connect: code flow with PKCE, state and nonce. A script of the
 * page asks where to go, and the browser comes back to the callback, which redirects to `/auth` with `code` (exchanged like any one-time code),
 * with `proof` (the token for `POST /user-local/validate-token`) or with `problem`; in the popup that confirms identity
 * `purpose=validating` comes with it.
 */
export const federation = {
  signInOptions: endpoint({
    method: 'GET',
    path: '/sign-in-options',
    summary: 'Ways to sign in that this installation offers beside the password.',
    access: 'public',
    audit: 'none',
    success: z.object({ federated: z.boolean() }),
    problems: [],
  }),
  /** A script of our own page asks, after a click; no link begins a trip (docs/decisions/0022-trips-begin-here.md). */
  federatedStart: endpoint({
    method: 'POST',
    path: '/federated/start',
    summary:
      'Where a page of ours takes the browser to reach the identity provider; the e-mail domain chooses a company provider of its own.',
    access: 'public',
    audit: 'federation.started',
    body: z.strictObject({ purpose: z.enum(federationPurposes), email: email.optional() }),
    success: z.object({
      /** At the provider; or, where none can be reached, `/auth` with the `problem`. */
      redirect_uri: z.string(),
    }),
    problems: ['cross-site-request'],
  }),
  federatedCallback: endpoint({
    method: 'GET',
    path: '/federated/callback',
    summary: "Where the association's identity provider sends the browser back to.",
    access: 'public',
    audit: 'federation.returned',
    query: z.looseObject({}),
    success: { redirect: true },
    problems: [],
  }),
  /** Each provider has its own callback, so that none can pass off another's answer as its own (RFC 9700 §4.4.2.2). */
  federatedCompanyCallback: endpoint({
    method: 'GET',
    path: '/federated/callback/{provider}',
    summary: "Where a company's own identity provider sends the browser back to.",
    access: 'public',
    audit: 'federation.returned',
    params: z.strictObject({ provider: idInPath }),
    query: z.looseObject({}),
    success: { redirect: true },
    problems: [],
  }),
}
