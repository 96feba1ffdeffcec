import type { Assertion, Attestation } from '../../contract/webauthn.ts'
import { sameBytes } from '../secrets/random.ts'
import { offeredAlgorithms, readPublicKey } from './public-key.ts'
import { type RelyingParty, userHandleOf } from './relying-party.ts'

/** Values of a new passkey that its registration proves. */
export interface NewPasskey {
  credential_id: Buffer
  public_key: Buffer
  algorithm: number
  sign_count: number
  aaguid: string
  transports: string[]
  backup_eligible: boolean
  backed_up: boolean
}

/** The stored values with which an assertion is compared. */
export interface StoredPasskey {
  credential_id: Buffer
  public_key: Buffer
  sign_count: number
  backup_eligible: boolean
  public_id: string
}

/** Values of an accepted assertion. */
export interface PasskeyUse {
  sign_count: number
  backed_up: boolean
  /** The counter did not grow, although the authenticator counts: there may be a copy of the passkey. */
  counter_decreased: boolean
}

/** The library, loaded at the first use: installations without passkeys do not need its memory. */
const library = () => import('./library.ts')

const maxCredentialId = 1023

/**
 * Verifies a registration (WebAuthn Level 3 §7.1). Returns undefined if a step fails. docs/security/passkeys.md lists
 * the steps, with those that the library leaves to its caller.
 */
export function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  credential: Attestation,
): Promise<NewPasskey | undefined> {
  return refusedOnError(async () => {
    const { clientDataJSON, attestationObject, transports = [] } = credential.response
    if (!isTopLevel(clientDataJSON) || !(await hasNoForeignAttestation(attestationObject)))
      return undefined
    const { decodeCredentialPublicKey, verifyRegistrationResponse } = await library()
    const { verified, registrationInfo: found } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: offeredAlgorithms,
    })
    if (!verified) return undefined
    const id = Buffer.from(found.credential.id, 'base64url')
    if (found.credential.id !== credential.id || id.length === 0 || id.length > maxCredentialId)
      return undefined
    const { publicKey, counter } = found.credential
    // The library's type of a COSE key has typed members; here each member is checked.
    const cose = decodeCredentialPublicKey(publicKey) as unknown as ReadonlyMap<number, unknown>
    const key = readPublicKey(cose)
    if (!key) return undefined
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      algorithm: key.algorithm,
      sign_count: counter,
      aaguid: found.aaguid,
      transports: knownTransports.filter((each) => transports.includes(each)),
      backup_eligible: found.credentialDeviceType === 'multiDevice',
      backed_up: found.credentialBackedUp,
    }
  })
}

/** Returns a stored COSE key as SubjectPublicKeyInfo in base64url, which needs no CBOR to verify a signature. */
export async function exportPublicKey(cose: Buffer): Promise<string> {
  const { decodeCredentialPublicKey } = await library()
  const decoded = decodeCredentialPublicKey(new Uint8Array(cose))
  const found = readPublicKey(decoded as unknown as ReadonlyMap<number, unknown>)
  if (!found) throw new Error('A stored passkey has an invalid key.')
  return found.key.export({ format: 'der', type: 'spki' }).toString('base64url')
}

/** Transports of WebAuthn §5.8.4. Others are not stored. */
const knownTransports: string[] = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal']

/**
 * Verifies an assertion (WebAuthn Level 3 §7.2). Returns undefined if a step fails. `named`: the authenticator chose the
 * user, so it must have named them.
 */
export function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  credential: Assertion,
  stored: StoredPasskey,
  { named = false }: { named?: boolean } = {},
): Promise<PasskeyUse | undefined> {
  return refusedOnError(async () => {
    const { userHandle, ...response } = credential.response
    if (!isTopLevel(response.clientDataJSON)) return undefined
    if (userHandle === undefined ? named : userHandle !== userHandleOf(stored)) return undefined
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo: found } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type,
        response,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id.toString('base64url'),
        publicKey: new Uint8Array(stored.public_key),
        // The library would refuse a lower counter. It is compared below and reported.
        counter: 0,
      },
    })
    if (!verified) return undefined
    if (!sameBytes(Buffer.from(credential.id, 'base64url'), stored.credential_id)) return undefined
    if ((found.credentialDeviceType === 'multiDevice') !== stored.backup_eligible) return undefined
    const { newCounter } = found
    const counts = newCounter > 0 || stored.sign_count > 0
    return {
      sign_count: Math.max(newCounter, stored.sign_count),
      backed_up: found.credentialBackedUp,
      counter_decreased: counts && newCounter <= stored.sign_count,
    }
  })
}

/**
 * Whether the page called WebAuthn itself, outside a frame of another origin. The library accepts `crossOrigin` without
 * `topOrigin`, and checks neither at a registration.
 */
function isTopLevel(clientDataJSON: string): boolean {
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    crossOrigin?: unknown
    topOrigin?: unknown
  }
  return (data.crossOrigin ?? false) === false && data.topOrigin === undefined
}

/**
 * Whether the attestation statement is absent, or a self attestation, which browsers pass through. With certificates,
 * which were not asked for, the library would parse ASN.1 of a stranger and load revocation lists.
 */
async function hasNoForeignAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, decodeCredentialPublicKey, parseAuthenticatorData } =
    await library()
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  )
  if (decoded.get('fmt') === 'none') return true
  if (decoded.get('fmt') !== 'packed') return false
  const statement = decoded.get('attStmt') as ReadonlyMap<string, unknown>
  const { credentialPublicKey } = parseAuthenticatorData(decoded.get('authData'))
  if (statement.has('x5c') || !credentialPublicKey) return false
  const key = decodeCredentialPublicKey(credentialPublicKey) as unknown as ReadonlyMap<
    number,
    unknown
  >
  return statement.get('alg') === key.get(3)
}

/** The library throws for every failed step. Its reasons would only help to forge a message. */
async function refusedOnError<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  // An installation whose library cannot be loaded must fail, not refuse every passkey.
  await library()
  try {
    return await verify()
  } catch {
    return undefined
  }
}
