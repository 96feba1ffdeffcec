import type { Selectable } from 'kysely'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database } from '../../database/database-types.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'

export type SigningKeyRow = Selectable<Database['signing_keys']>

/** Returns the context to which the encrypted private key is bound. */
export const signingKeyContext = (kid: string): string => `signing-key:${kid}`

/** Returns all keys, the newest first. */
export function readSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('signing_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Decrypts a private key. Throws UnknownKey if SECRETS_KEYS has no key for it. */
export function openPrivateKey(keyring: Keyring, row: SigningKeyRow): Promise<CryptoKey> {
  const sealed = { ciphertext: row.private_ciphertext, keyId: row.key_id }
  return importKey(JSON.parse(keyring.open(sealed, signingKeyContext(row.id))) as JWK)
}

/** Creates an active key, unless there is one: an index allows only one, so concurrent processes use the same one. */
export async function createFirstKey(db: Db, keyring: Keyring): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values(await generateKey(keyring))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts a key that is published and accepted, and not yet used for signing. Returns its id. */
export async function insertAnnouncedKey(db: Db, keyring: Keyring): Promise<string> {
  const row = await generateKey(keyring)
  await db
    .insertInto('signing_keys')
    .values({ ...row, activated_at: null })
    .execute()
  return row.id
}

/** Deletes the keys that were retired before this time. */
export async function deleteRetiredKeys(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('signing_keys').where('retired_at', '<=', before).execute()
}

async function generateKey(keyring: Keyring) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const sealed = keyring.seal(JSON.stringify(await exportJWK(privateKey)), signingKeyContext(kid))
  return {
    id: kid,
    public_jwk: JSON.stringify({ ...publicJwk, kid, alg: 'EdDSA', use: 'sig' }),
    private_ciphertext: sealed.ciphertext,
    key_id: sealed.keyId,
  }
}

export async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new Error('A signing key is not Ed25519.')
  return key
}
