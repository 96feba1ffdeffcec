/** Parses the search parameters of `/not-me`: the token of the link in a security notice. */
export function notMeSearch(raw: Record<string, unknown>): { token?: string | undefined } {
  const { token } = raw
  return { token: typeof token === 'string' && token !== '' ? token : undefined }
}
