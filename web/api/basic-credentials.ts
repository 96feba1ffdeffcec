/** `user:password` as Base64 of UTF-8 (RFC 7617). The password may contain colons and any character. */
export function encodedCredentials(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return btoa(String.fromCharCode(...bytes))
}

/** The credentials as an `authorization` header. */
export function basicCredentials(user: string, password: string): string {
  return `Basic ${encodedCredentials(user, password)}`
}
