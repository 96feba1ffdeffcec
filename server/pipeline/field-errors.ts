import type { z } from 'zod'

/** Maximum number of fields that a 400 names. No form has more fields. */
export const fieldsMax = 20
/** Maximum length of a field name in a response. */
export const fieldNameMax = 60

/** Returns the `fields` of a 400: the first message of each invalid field, up to the maximum (rulings §2). */
export function fieldsOf(
  error: z.ZodError,
  part: 'body' | 'query' | 'params',
): Record<string, string> {
  // A Map, because a field may be named like an inherited property.
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

/** Returns the name of a field in `fields`, such as `profiles.0.name`. */
export function nameOf(path: Path): string {
  const name = path.map(String).join('.')
  return name.length > fieldNameMax ? `${name.slice(0, fieldNameMax)}…` : name
}
