/** Basic credentials (RFC 7617) with `charset="UTF-8"`: the password may hold colons and any letter. */
export function basicCredentials(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
