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
 * Federated sign-in by OpenID Connect: code flow with PKCE, state and nonce. The browser navigates to start and
 * callback, no script fetches them. The callback redirects to `/auth` with `code` (exchanged like any one-time code),
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
  federatedStart: endpoint({
    method: 'GET',
    path: '/federated/start',
    summary:
      'Sends the browser to the identity provider; the e-mail domain chooses a company provider of its own.',
    access: 'public',
    audit: 'federation.started',
    query: z.strictObject({ purpose: z.enum(federationPurposes), email: email.optional() }),
    success: { redirect: true },
    problems: [],
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
