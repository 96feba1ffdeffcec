/** `user:password` in Base64 of UTF-8 (RFC 7617): the password may hold colons and any letter. */
export function encodedCredentials(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return btoa(String.fromCharCode(...bytes))
}

/** The same as an `authorization` header. */
export function basicCredentials(user: string, password: string): string {
  return `Basic ${encodedCredentials(user, password)}`
}
