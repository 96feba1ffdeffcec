import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'

export type Claims = Record<string, unknown>
export type Signature = 'right' | 'foreign-key' | 'none' | 'client-secret'

/** Signs an ID token correctly, or in an invalid way. */
export function sign(
  claims: Claims,
  signature: Signature,
  keys: { right: CryptoKey; foreign: CryptoKey; secret: string },
): string | Promise<string> {
  if (signature === 'none') return new UnsecuredJWT(claims).encode()
  if (signature === 'client-secret') return signWithSecret(claims, keys.secret)
  const key = signature === 'right' ? keys.right : keys.foreign
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key)
}

function signWithSecret(claims: Claims, secret: string): string {
  const [header, payload] = [{ alg: 'HS256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return `${header}.${payload}.${createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')}`
}
