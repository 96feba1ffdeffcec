import type { JsonValue } from '../../database/database-types.ts'

/** Returns canonical JSON (RFC 8785) without null members, so that equal values have equal bytes. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(sorted(value))
}

/** Sorts keys at every depth. */
function sorted(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => sorted(each))
  const known = Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
  // RFC 8785 sorts by UTF-16 code units.
  known.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(known.map(([key, each]) => [key, sorted(each ?? null)]))
}
