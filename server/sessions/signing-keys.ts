import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** The current signing key, and the public keys of all tokens that may still be valid. */
export interface SigningKeys {
  current: { kid: string; privateKey: CryptoKey }
  publicKeys: ReadonlyMap<string, CryptoKey>
  jwks: JSONWebKeySet
}

const context = (kid: string): string => `signing-key:${kid}`

/**
 * Reads the Ed25519 keys that sign tokens, and creates the first one if there is none. An index allows only one current
 * key, so processes that start at the same time use the same one.
 */
export async function loadSigningKeys(db: Db, keyring: Keyring): Promise<SigningKeys> {
  await createFirstKey(db, keyring)
  const rows = await db
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .execute()
  const publicKeys = new Map<string, CryptoKey>()
  let current: SigningKeys['current'] | undefined
  for (const row of rows) {
    publicKeys.set(row.id, await importKey(row.public_jwk as JWK))
    if (row.retired_at) continue
    const jwk = keyring.open(
      { ciphertext: row.private_ciphertext, keyId: row.key_id },
      context(row.id),
    )
    current = { kid: row.id, privateKey: await importKey(JSON.parse(jwk) as JWK) }
  }
  if (!current) throw new Error('There is no current signing key.')
  return { current, publicKeys, jwks: { keys: rows.map((row) => row.public_jwk as JWK) } }
}

async function createFirstKey(db: Db, keyring: Keyring): Promise<void> {
  const existing = await db
    .selectFrom('signing_keys')
    .select('id')
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (existing) return
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const sealed = keyring.seal(JSON.stringify(await exportJWK(privateKey)), context(kid))
  await db
    .insertInto('signing_keys')
    .values({
      id: kid,
      public_jwk: JSON.stringify({ ...publicJwk, kid, alg: 'EdDSA', use: 'sig' }),
      private_ciphertext: sealed.ciphertext,
      key_id: sealed.keyId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new Error('A signing key is not Ed25519.')
  return key
}
