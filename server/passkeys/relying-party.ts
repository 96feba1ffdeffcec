import { hash } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '../../contract/webauthn.ts'
import type { Config } from '../config.ts'
import { minutes } from '../shared/clock.ts'
import { offeredAlgorithms } from './public-key.ts'

/** Lifetime of a challenge, and of the options that contain it. */
export const challengeLifetime = minutes(5)

/** This installation as WebAuthn sees it (WebAuthn §5.4.2). */
export interface RelyingParty {
  /** Host of PUBLIC_URL. Passkeys are bound to it. */
  id: string
  origin: string
  /** Shown by some authenticators. */
  name: string
}

export function relyingPartyOf({
  publicUrl,
  brand,
}: Pick<Config, 'publicUrl' | 'brand'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  const name = brand.name === undefined ? 'Gestão de Acesso' : `Gestão de Acesso ${brand.name}`
  return { id: hostname, origin, name }
}

/**
 * Returns the WebAuthn user handle. Derived from a random identifier, so that it contains no personal data and needs no
 * column of its own.
 */
export function userHandleOf({ public_id }: { public_id: string }): string {
  return hash('sha256', `passkey user handle\0${public_id}`, 'base64url')
}

/** A passkey as the options name it. */
export interface KnownPasskey {
  credential_id: Buffer
  transports: string[]
}

const described = (passkeys: readonly KnownPasskey[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    type: 'public-key' as const,
    id: credential_id.toString('base64url'),
    transports,
  }))

/** Returns the options to create a discoverable passkey with user verification and without attestation. */
export function creationOptionsFor(
  { id, name }: RelyingParty,
  challenge: string,
  user: { public_id: string; name: string; email: string },
  existing: readonly KnownPasskey[],
): CreationOptions {
  return {
    challenge,
    rp: { id, name },
    user: { id: userHandleOf(user), name: user.email, displayName: user.name },
    pubKeyCredParams: offeredAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetime,
    excludeCredentials: described(existing),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** Returns the options to use a passkey. Without `allowed`, the authenticator finds it. */
export function requestOptionsFor(
  { id }: RelyingParty,
  challenge: string,
  allowed: readonly KnownPasskey[] = [],
): RequestOptions {
  return {
    challenge,
    rpId: id,
    timeout: challengeLifetime,
    userVerification: 'required',
    allowCredentials: described(allowed),
  }
}
