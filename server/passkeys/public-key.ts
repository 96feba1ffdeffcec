import type { KeyObject, webcrypto } from 'node:crypto'
import { createPublicKey } from 'node:crypto'

/** COSE algorithms that are offered, by preference: ES256, EdDSA, RS256. */
export const offeredAlgorithms = [-7, -8, -257]

/** Minimum size of an RSA key in bits (NIST SP 800-57: 112 bits of security). */
const minRsaBits = 2048

/** Members of a COSE_Key (RFC 9052 §7, RFC 8230 §4). */
type CoseKey = ReadonlyMap<number, unknown>

/**
 * Returns the key with its algorithm. Undefined if the algorithm is not offered, or if type, curve or size do not fit
 * it: the library does not check these at a registration without attestation.
 */
export function readPublicKey(cose: CoseKey): { algorithm: number; key: KeyObject } | undefined {
  const jwk = jwkOf(cose)
  if (!jwk) return undefined
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    if ((key.asymmetricKeyDetails?.modulusLength ?? minRsaBits) < minRsaBits) return undefined
    return { algorithm: Number(cose.get(3)), key }
  } catch {
    return undefined
  }
}

function jwkOf(cose: CoseKey): webcrypto.JsonWebKey | undefined {
  const [type, algorithm, curve] = [cose.get(1), cose.get(3), cose.get(-1)]
  const text = (label: number) => bytesAt(cose, label)
  if (algorithm === -7 && type === 2 && curve === 1)
    return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) }
  if (algorithm === -8 && type === 1 && curve === 6)
    return { kty: 'OKP', crv: 'Ed25519', x: text(-2) }
  if (algorithm === -257 && type === 3) return { kty: 'RSA', n: text(-1), e: text(-2) }
  return undefined
}

function bytesAt(cose: CoseKey, label: number): string {
  const value = cose.get(label)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : ''
}
