import type { z } from 'zod'

/** How many fields a 400 names at most: more than any form has. */
export const fieldsMax = 20
/** How much of a name that a client invented is told back. */
export const fieldNameMax = 60

/** Names each wrong field once, in words, the first of them where there are many: `fields` of a 400 (rulings §2). */
export function fieldsOf(
  error: z.ZodError,
  part: 'body' | 'query' | 'params',
): Record<string, string> {
  // A map, since a field may be called like something that every object has.
  const fields = new Map<string, string>()
  for (const [path, sentence] of namedIn(error)) {
    if (fields.size === fieldsMax) break
    const name = nameOf(path) || part
    if (!fields.has(name)) fields.set(name, sentence)
  }
  return Object.fromEntries(fields)
}

type Path = readonly PropertyKey[]

function* namedIn({ issues }: z.ZodError): Generator<[Path, string]> {
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') yield [issue.path, issue.message]
    else for (const key of issue.keys) yield [[...issue.path, key], issue.message]
  }
}

/** A field as `fields` names it: `profiles.0.name`. */
export function nameOf(path: Path): string {
  const name = path.map(String).join('.')
  return name.length > fieldNameMax ? `${name.slice(0, fieldNameMax)}…` : name
}
