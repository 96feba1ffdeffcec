const userPassword = /:\/\/[^:/?#@]*:([^/?#]*)@/
/** The same in an address whose password contains characters that should be encoded; or a port before a later `@`. */
const anyPassword = /(:\/\/[^:/?#@]*:)(.*)(?=@)/s
const secretParameter =
  /([?&](?!sslkey=)[^=&#]*(?:pass|pwd|secret|token|key|auth)[^=&#]*=)([^&#]*)/gi

/**
 * Returns the secrets in an address, as written and decoded: the password before the host, and the values of query
 * parameters whose names say that they are secret. The address may be invalid.
 */
export function secretsIn(address: string): string[] {
  const [, password = ''] = userPassword.exec(address) ?? []
  const [, , longest = ''] = anyPassword.exec(address) ?? []
  const values = [...address.matchAll(secretParameter)].map(([, , value = '']) => value)
  return [password, longest, ...values]
    .flatMap((secret) => [secret, decoded(secret), decoded(secret.replaceAll('+', ' '))])
    .filter((secret) => secret !== '')
}

/** Returns the address with `…` in place of its secrets, for messages. */
export function maskAddress(address: string): string {
  return address.replace(anyPassword, '$1…').replace(secretParameter, '$1…')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
