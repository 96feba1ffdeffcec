import * as client from 'openid-client'
import { email as emailField } from '../../contract/fields.ts'
import { foldMarks } from '../../contract/text-folding.ts'
import type { Clock } from '../shared/clock.ts'
import { FederationRefusal } from './federation-refusal.ts'
import type { TakenFlow } from './flow-queries.ts'
import { protocolFailure } from './protocol-failure.ts'
import { clockTolerance } from './provider-connections.ts'

/** An identity verified by the signature of its provider. */
export interface VerifiedIdentity {
  issuer: string
  subject: string
  idToken: string
  claims: client.IDToken
  accessToken: string
}

/**
 * Exchanges the code of an authorization response. The library checks state, issuer of the response (RFC 9207), nonce,
 * PKCE, signature, issuer, audience and expiry. This function checks the remaining claims.
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
      // A confirmation requires that the user has authenticated after the flow began.
      ...(flow.purpose === 'validating' && { maxAge: ageOf(flow, clock) }),
    }),
  )
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new FederationRefusal('federated-refused', 'no-id-token')
  requireIssuedInPast(claims, clock)
  // Format of a subject (OpenID Connect Core §2). Later sign-ins identify the user by the subject.
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
 * Returns the e-mail if the ID token or the userinfo endpoint states that it is verified. The e-mail is not folded,
 * unlike typed e-mails, because a different apostrophe or an invisible character would mean a different mailbox.
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

/** Returns the time since the flow began, in seconds. */
function ageOf(flow: TakenFlow, clock: Clock): number {
  return Math.max(0, Math.ceil((clock.now().getTime() - flow.created_at.getTime()) / 1000))
}

/** Throws if the token was issued in the future: it is forged, or a clock is wrong. */
function requireIssuedInPast(claims: client.IDToken, clock: Clock): void {
  const latest = clock.now().getTime() / 1000 + clockTolerance
  if (claims.iat > latest || (claims.auth_time ?? 0) > latest) {
    throw new FederationRefusal('federated-refused', 'issued-in-the-future')
  }
}

/** Calls the provider and converts protocol errors to refusals. */
async function callProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    throw protocolFailure(error) ?? error
  }
}
