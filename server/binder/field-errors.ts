import type { z } from 'zod'

/** Names each wrong field once, in words: `fields` of a 400 (rulings §2). */
export function fieldsOf(
  error: z.ZodError,
  part: 'body' | 'query' | 'params',
): Record<string, string> {
  // A map, since a field may be called like something that every object has.
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key])
        : [issue.path]
    for (const path of names) {
      const name = path.map(String).join('.') || part
      if (!fields.has(name)) fields.set(name, issue.message)
    }
  }
  return Object.fromEntries(fields)
}
