import * as client from 'openid-client'
import { email as emailField } from '../../contract/fields.ts'
import { foldMarks } from '../../contract/text-folding.ts'
import type { Clock } from '../shared/clock.ts'
import { FederationRefusal } from './federation-refusal.ts'
import type { TakenFlow } from './flow-queries.ts'
import { protocolFailure } from './protocol-failure.ts'
import { clockTolerance } from './provider-connections.ts'

/** Who came back from a provider, proven by its signature. */
export interface VerifiedIdentity {
  issuer: string
  subject: string
  idToken: string
  claims: client.IDToken
  accessToken: string
}

/**
 * Exchanges the code of an authorization response. The library checks state, issuer of the response (RFC 9207), nonce,
 * PKCE, signature, issuer, audience and expiry; what it leaves open is checked here.
 */
export async function authenticate(
  provider: client.Configuration,
  response: URL,
  flow: TakenFlow & { state: string },
  clock: Clock,
): Promise<VerifiedIdentity> {
  const tokens = await callProvider(() =>
    client.authorizationCodeGrant(provider, response, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.code_verifier,
      idTokenExpected: true,
      // The last authentication may be as old as the flow and no older: it was made for this confirmation.
      ...(flow.purpose === 'validating' && { maxAge: ageOf(flow, clock) }),
    }),
  )
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new FederationRefusal('federated-refused', 'no-id-token')
  requireIssuedInPast(claims, clock)
  // OpenID Connect Core §2; it is what the person is remembered by.
  if (!/^[\x20-\x7e]{1,255}$/.test(claims.sub))
    throw new FederationRefusal('federated-refused', 'malformed-subject')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    idToken: tokens.id_token,
    claims,
    accessToken: tokens.access_token,
  }
}

/**
 * The e-mail, if the provider says that it checked it: in the ID token, else at its userinfo endpoint. What a person types is
 * folded; what a provider verified is not: with another apostrophe or an invisible character it is another mailbox.
 */
export async function verifiedEmailOf(
  provider: client.Configuration,
  { claims, accessToken }: VerifiedIdentity,
): Promise<string | undefined> {
  const inToken = claims['email'] !== undefined || !provider.serverMetadata().userinfo_endpoint
  const source = inToken
    ? claims
    : await callProvider(() => client.fetchUserInfo(provider, accessToken, claims.sub))
  const verified = source['email']
  if (source['email_verified'] !== true || typeof verified !== 'string') return undefined
  if (verified.trim() !== foldMarks(verified)) return undefined
  const email = emailField.safeParse(verified)
  return email.success ? email.data : undefined
}

/** Seconds since the flow began. */
function ageOf(flow: TakenFlow, clock: Clock): number {
  return Math.max(0, Math.ceil((clock.now().getTime() - flow.created_at.getTime()) / 1000))
}

/** A token from the future is forged, or a clock is wrong. */
function requireIssuedInPast(claims: client.IDToken, clock: Clock): void {
  const latest = clock.now().getTime() / 1000 + clockTolerance
  if (claims.iat > latest || (claims.auth_time ?? 0) > latest) {
    throw new FederationRefusal('federated-refused', 'issued-in-the-future')
  }
}

/** What goes wrong in talking to the provider becomes a refusal. */
async function callProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw protocolFailure(error) ?? error
  }
}
