/** Plain query strings (`?id=5&serviceId=1`): every value is text, not JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const defined = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const text = new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
