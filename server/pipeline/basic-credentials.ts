/**
 * Returns user and password of an `Authorization: Basic` header (RFC 7617, UTF-8); undefined if it is invalid. The
 * password may contain colons. Neither may contain control characters.
 */
export function parseBasic(
  header: string | undefined,
): { user: string; password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(header ?? '')?.[1]
  if (!encoded) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  let decoded: string
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Credentials that are not UTF-8 are refused like wrong ones.
    return undefined
  }
  const colon = decoded.indexOf(':')
  if (colon < 1 || /\p{Cc}/u.test(decoded)) return undefined
  return { user: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}
