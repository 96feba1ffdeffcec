import type { webcrypto } from 'node:crypto'
import { generateKeyPairSync } from 'node:crypto'
import type { Db } from '../../database/database.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { type NoteSigner, signerOf, writeVerifierKey } from '../log/signed-note.ts'

/** Returns the context to which the encrypted private key is bound. */
export const auditKeyContext = (name: string): string => `audit-key:${name}`

/**
 * Reads the key that signs the checkpoints of the log. The first start creates it. An index allows only one key, so
 * processes that start at the same time use the same one. The name of the key stays the same if the public URL changes.
 */
export async function loadAuditKey(
  db: Db,
  keyring: Keyring,
  publicUrl: string,
): Promise<NoteSigner> {
  const row =
    (await readKey(db)) ?? (await makeKey(db, keyring, `${new URL(publicUrl).host}/audit`))
  const sealed = { ciphertext: row.private_ciphertext, keyId: row.key_id }
  const jwk = JSON.parse(keyring.open(sealed, auditKeyContext(row.name))) as webcrypto.JsonWebKey
  return signerOf(row.name, jwk)
}

/** Returns the public key as text, or undefined before the first start. */
export async function readVerifierKeyOf(db: Db): Promise<string | undefined> {
  return (await readKey(db))?.verifier_key
}

async function makeKey(db: Db, keyring: Keyring, name: string) {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const sealed = keyring.seal(JSON.stringify(jwk), auditKeyContext(name))
  await db
    .insertInto('audit_keys')
    .values({
      name,
      verifier_key: writeVerifierKey(signerOf(name, jwk)),
      private_ciphertext: sealed.ciphertext,
      key_id: sealed.keyId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db.selectFrom('audit_keys').selectAll().executeTakeFirstOrThrow()
}

function readKey(db: Db) {
  return db.selectFrom('audit_keys').selectAll().executeTakeFirst()
}
