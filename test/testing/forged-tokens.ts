import { createHmac } from 'node:crypto'
import {
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose'
import type { Db } from '../../server/database/database.ts'
import type { Keyring } from '../../server/secrets/keyring.ts'

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns invalid tokens derived from a valid one, by their fault. */
export async function forgedTokens(
  good: string,
  parts: { db: Db; keyring: Keyring },
): Promise<Record<string, string>> {
  const [header = '', payload = '', signature = ''] = good.split('.')
  const claims = decodeJwt(good)
  const protectedHeader = { ...decodeProtectedHeader(good), alg: 'EdDSA' }
  const { privateKey: foreignKey } = await generateKeyPair('EdDSA')
  const own = await ownKey(parts.db, parts.keyring)
  const resign = (change: object, headerChange: object = {}, key: CryptoKey = own) =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ ...protectedHeader, ...headerChange })
      .sign(key)
  const symmetric = `${part({ ...protectedHeader, alg: 'HS256' })}.${payload}`
  const publicKey = await publicKeyOf(parts.db)
  return {
    'another user in it': `${header}.${part({ ...claims, sub: '999' })}.${signature}`,
    'alg none': `${part({ ...protectedHeader, alg: 'none' })}.${payload}.`,
    'alg none and its signature': `${part({ ...protectedHeader, alg: 'none' })}.${payload}.${signature}`,
    'HS256 with the public key as secret': `${symmetric}.${createHmac('sha256', publicKey).update(symmetric).digest('base64url')}`,
    'a key of its own': await resign({}, {}, foreignKey),
    'a key it brings along': await resign({}, { jwk: { kty: 'OKP' } }, foreignKey),
    'an unknown key id': await resign({}, { kid: 'nobody' }),
    'no key id': await resign({}, { kid: undefined }),
    'a foreign issuer': await resign({ iss: 'https://elsewhere.example' }),
    'the type of another kind of token': await resign({}, { typ: 'JWT' }),
    'no session': await resign({ sid: undefined }),
    'no expiry': await resign({ exp: undefined }),
    'no signature': `${header}.${payload}.`,
    'its last character cut off': good.slice(0, -1),
    'only its head': header,
    'four parts': `${good}.x`,
    'nothing but dots': '..',
  }
}

/** Returns the token with other spellings of its signature, which a lenient parser decodes to the same bytes. */
export function respelledTokens(good: string): Record<string, string> {
  const last = alphabet.indexOf(good.at(-1) ?? '')
  return {
    'a space within': `${good.slice(0, -4)} ${good.slice(-4)}`,
    'a space behind it': `${good} `,
    'a line break behind it': `${good}\n`,
    padding: `${good}==`,
    // 64 bytes leave four bits of the last character unused.
    'other unused bits': `${good.slice(0, -1)}${alphabet[last ^ 1]}`,
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns the token with changed claims, signed with the server's key. */
export async function resigned(
  good: string,
  change: object,
  parts: { db: Db; keyring: Keyring },
): Promise<string> {
  const header = { ...decodeProtectedHeader(good), alg: 'EdDSA' }
  const key = await ownKey(parts.db, parts.keyring)
  return new SignJWT({ ...decodeJwt(good), ...change }).setProtectedHeader(header).sign(key)
}

async function ownKey(db: Db, keyring: Keyring): Promise<CryptoKey> {
  const row = await db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
  const opened = keyring.open(
    { ciphertext: row.private_ciphertext, keyId: row.key_id },
    `signing-key:${row.id}`,
  )
  const key = await importJWK(JSON.parse(opened) as JWK, 'EdDSA')
  if (key instanceof Uint8Array) throw new Error('The signing key is symmetric.')
  return key
}

async function publicKeyOf(db: Db): Promise<Buffer> {
  const { public_jwk } = await db
    .selectFrom('signing_keys')
    .select('public_jwk')
    .executeTakeFirstOrThrow()
  return Buffer.from((public_jwk as { x: string }).x, 'base64url')
}
