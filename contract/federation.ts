import { z } from 'zod'
import { authenticationRequirements } from './authentication.ts'
import { endpoint } from './endpoint.ts'
import { email, idInPath } from './fields.ts'

/**
 * Purpose of a federated flow (portal.md §4): sign in, sign in and continue to a module (`redirect`), or confirm
 * identity in a popup (`validating`).
 */
export const federationPurposes = ['sign-in', 'redirect', 'validating'] as const
export type FederationPurpose = (typeof federationPurposes)[number]

/**
 * Federated sign-in by OpenID Connect: authorization code flow with PKCE, state and nonce. A script of our page
 * requests the provider's URL and opens it. The provider sends the browser to the callback, which redirects to `/auth`
 * with one of these parameters: `code` (exchanged like any one-time code), `proof` (the token for `POST
 * /user-local/validate-token`) or `problem`. The popup that confirms identity also gets `purpose=validating`.
 */
export const federation = {
  signInOptions: endpoint({
    method: 'GET',
    path: '/sign-in-options',
    summary: 'Ways to sign in other than by password.',
    access: 'public',
    audit: 'none',
    success: z.object({ federated: z.boolean() }),
    problems: [],
  }),
  /**
   * A script of our own page calls this after a click. A link cannot start a flow
   * (docs/decisions/0022-federated-sign-in-start.md).
   */
  federatedStart: endpoint({
    method: 'POST',
    path: '/federated/start',
    summary:
      "Returns the URL of the identity provider for the browser. The domain of the e-mail selects a company's own provider.",
    access: 'public',
    audit: {
      event: 'federation.started',
      title: 'Ida ao provedor de identidade',
      past: 'Ida ao provedor de identidade',
    },
    body: z.strictObject({
      purpose: z.enum(federationPurposes),
      email: email.optional(),
      /** What a module requires of the sign-in, which the provider is asked for. */
      ...authenticationRequirements,
    }),
    success: z.object({
      /** URL at the provider, or `/auth` with the `problem` if no provider can be reached. */
      redirect_uri: z.string(),
    }),
    problems: ['cross-site-request'],
  }),
  federatedCallback: endpoint({
    method: 'GET',
    path: '/federated/callback',
    summary: "Callback of the association's identity provider.",
    access: 'public',
    audit: {
      event: 'federation.returned',
      title: 'Volta do provedor de identidade',
      past: 'Volta do provedor de identidade',
    },
    query: z.looseObject({}),
    success: { redirect: true },
    problems: [],
  }),
  /**
   * One callback per provider, so that no provider can pass off another's response as its own (RFC 9700 §4.4.2.2).
   */
  federatedCompanyCallback: endpoint({
    method: 'GET',
    path: '/federated/callback/{provider}',
    summary: "Callback of a company's own identity provider.",
    access: 'public',
    audit: {
      event: 'federation.returned',
      title: 'Volta do provedor de identidade da empresa',
      past: 'Volta do provedor de identidade',
    },
    params: z.strictObject({ provider: idInPath }),
    query: z.looseObject({}),
    success: { redirect: true },
    problems: [],
  }),
}
